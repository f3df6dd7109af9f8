// A number that grows by multiples of four is no 30, nor is one from which these are taken.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var x, y: int;
  x := 0; y := 4;
  while (*) { x := x + y; y := y + 4; if (x > 2147483647) { x := x - 4294967296; } }
  assert x != 30;
  call Down(x, y);
}

procedure Down(x: int, y: int)
{
  assert x - y != 6;
  if (*) { call Down(x - 8, y + 12); }
}
