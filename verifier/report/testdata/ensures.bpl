procedure half(x: int) returns (y: int)
  requires x >= 0;
  ensures 2 * y == x;
{
  y := 0;
  while (2 * y < x)
    invariant y >= 0;
  {
    y := y + 1;
  }
  return;
}
procedure main(m: [int]int) returns (r: int)
{
  var a: [int]int;
  a := m;
  a[1] := 3;
  assume a[2] == 7;
  call r := half(a[1]);
}
