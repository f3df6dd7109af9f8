// Figure 1 of the Legion paper (Chatterjee, Meda, Lal and Roy): can main
// return? Each of the four ways through foo and bar leaves y at a value other
// than 0, so it cannot.
//
// As printed, the figure contradicts itself without any call: L0 assumes
// y == 0, and L3 assumes y != 0. Here L0 assumes nothing about y, and L3
// assumes y == 0, in agreement with the paper's tables of queries.
//
// There is no assertion: the question is whether the entry returns.
//
// EXPECT: safe

procedure {:entrypoint} main()
{
  var x, y: int;
  var c: bool;
L0:
  assume x == 0;
  goto L1, L2;
L1:
  assume c;
  call foo(x, y);
  goto L3;
L2:
  assume !c;
  call bar(x, y);
  goto L3;
L3:
  assume y == 0;
  return;
}

procedure foo(x: int, y: int)
{
  var d: bool;
L5:
  goto L6, L7;
L6:
  assume d;
  call foo1(x, y);
  goto L8;
L7:
  assume !d;
  call foo2(x, y);
  goto L8;
L8:
  return;
}

procedure foo1(x: int, y: int)
{
L9:
  assume y == x + 1;
  return;
}

procedure foo2(x: int, y: int)
{
L10:
  assume y == x - 1;
  return;
}

procedure bar(x: int, y: int)
{
  var e: bool;
L11:
  goto L12, L13;
L12:
  assume e;
  call bar1(x, y);
  goto L14;
L13:
  assume !e;
  call bar2(x, y);
  goto L14;
L14:
  return;
}

procedure bar1(x: int, y: int)
{
L15:
  assume y == x + 10;
  return;
}

procedure bar2(x: int, y: int)
{
L16:
  assume y == x - 10;
  return;
}
