// What grows by multiples of four may be 16.
// want: unsafe
procedure {:entrypoint} main()
{
  var x, y: int;
  x := 0; y := 4;
  while (*) { x := x + y; y := y + 8; }
  assert x != 16;
}
