// It holds for all bounds, but needs what no candidate says.
// want: safe up to bound 3
procedure {:entrypoint} main()
{
  var i, s: int;
  var b: bool;
  i := 0; s := 0;
  while (i < 1000) {
    havoc b;
    if (b) { s := s + 6; } else { s := s + 10; }
    i := i + 1;
  }
  assert s mod 2 == 0;
}
