// Branches, goto, assumptions, unreachable code.
procedure Branch(b: bool) { var x: int; if (b) { x := 1; } else { x := 2; } assert x > 0; assert x > 1; }

procedure Nondet() { var x: int; x := 0; if (*) { x := 1; } assert x >= 0; assert x == 0; }

procedure Chain(x: int) returns (r: int)
  ensures r * x >= 0;
{ if (x > 0) { r := 1; } else if (x < 0) { r := -1; } else { r := 0; } }

procedure ChainWrong(x: int) returns (r: int)
  ensures r > x;
{ if (x > 0) { r := x + 1; } else if (x < -5) { r := -5; } else { r := 0; } }

procedure Assume(x: int) { assume x > 0; assert x >= 0; assume x < 0; assert false; }

procedure Unreachable(x: int) { return; assert false; }

procedure Goto(x: int)
{
  a: goto b, c;
  b: assume x > 0; goto d;
  c: assume x <= 0; assert x != 0; goto d;
  d: assert x == 0 || x > 0 || x < 0; assert x > 0;
}

procedure GotoMany(x: int)
{
  a: goto b, c, d;
  b: assert x != 1; return;
  c: assert x != 2; return;
  d: assert x != 3;
}

procedure ReturnsByGoto(x: int) returns (r: int)
  ensures r > 0;
{
  a: r := x; goto b, c;
  b: assume x > 0; return;
  c: assume x < 5; goto d;
  d: return;
}

procedure Dead(x: int) { assert x > 0; if (x < 0) { assert false; } assert x != 5; }

procedure Parallel(x: int, y: int) { var a, b: int; a, b := x, y; a, b := b, a; assert a == y && b == x; assert a == b; }

procedure Uninitialised() { var x: int; assert x == 0; }

procedure Same() { var x, y: int; x := y; assert x == y; havoc x; assert x == y; }

procedure Bools(a: bool, b: bool) { assert a || !a; assert a && b ==> b; assert a ==> a && b; }

procedure LabelledIf(x: int)
{ l: if (x > 0) { if (x > 5) { break l; } assert x <= 5; } assert x != 7; }

procedure Empty() { }

procedure EmptyEnsures()
  ensures false;
{ }

procedure EmptyRequires(x: int)
  requires x == 1;
  ensures x == 1;
{ }

procedure Many(x: int)
{
  assert x != 1; assert x != 2; assert x != 3; assert x != 4;
  assert x != 5; assert x != 6; assert x != 7; assert x != 8;
}

procedure Arithmetic(x: int, y: int)
{ assert (x + y) * (x + y) == x * x + 2 * x * y + y * y; assert x * y == y * x; }

//= control.bpl(2,91): Error BP5001: This assertion might not hold.
//= control.bpl(4,76): Error BP5001: This assertion might not hold.
//= control.bpl(12,75): Error BP5003: A postcondition might not hold on this return path.
//= control.bpl(11,3): Related location: This is the postcondition that might not hold.
//= control.bpl(22,21): Error BP5001: This assertion might not hold.
//= control.bpl(23,39): Error BP5001: This assertion might not hold.
//= control.bpl(29,6): Error BP5001: This assertion might not hold.
//= control.bpl(30,6): Error BP5001: This assertion might not hold.
//= control.bpl(31,6): Error BP5001: This assertion might not hold.
//= control.bpl(40,6): Error BP5003: A postcondition might not hold on this return path.
//= control.bpl(35,3): Related location: This is the postcondition that might not hold.
//= control.bpl(43,26): Error BP5001: This assertion might not hold.
//= control.bpl(43,69): Error BP5001: This assertion might not hold.
//= control.bpl(45,106): Error BP5001: This assertion might not hold.
//= control.bpl(47,41): Error BP5001: This assertion might not hold.
//= control.bpl(49,67): Error BP5001: This assertion might not hold.
//= control.bpl(51,74): Error BP5001: This assertion might not hold.
//= control.bpl(54,60): Error BP5001: This assertion might not hold.
//= control.bpl(60,3): Error BP5003: A postcondition might not hold on this return path.
//= control.bpl(59,3): Related location: This is the postcondition that might not hold.
//= control.bpl(69,3): Error BP5001: This assertion might not hold.
//= control.bpl(69,18): Error BP5001: This assertion might not hold.
//= control.bpl(69,33): Error BP5001: This assertion might not hold.
//= control.bpl(69,48): Error BP5001: This assertion might not hold.
//= control.bpl(70,3): Error BP5001: This assertion might not hold.
//= control.bpl(70,18): Error BP5001: This assertion might not hold.
//= control.bpl(70,33): Error BP5001: This assertion might not hold.
//= control.bpl(70,48): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 6 verified, 25 errors
