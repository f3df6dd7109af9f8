// The proof opens no call and learns nothing: it rests on what is known of the results of L and G before any search.
// loops: 0 in place, 0 not
procedure {:entrypoint} main(n: int)
{
  var x, y0, i, y: int;
  assume n > 0;
  call x, y0, i := L(n);
  assume i == n;
  call y := G(x);
  assert y0 <= y;
}
procedure L(n: int) returns (x: int, y: int, i: int)
{
  if (*) {
    x := 0;
    y := 0;
    i := 0;
  } else {
    call x, y, i := L(n);
    x := x + 1;
    y := y + 1;
    i := i + 1;
    assume i > 0;
  }
}
procedure G(x0: int) returns (x1: int)
{
  x1 := x0 + 1;
}
