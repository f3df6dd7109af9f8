// A template of which no instance helps. A free one is not assumed either.
// want: safe up to bound 3
procedure {:entrypoint} main()
{
  var i, s, t: int;
  i := 0; s := 0; t := 0;
  while (i < 1000) { s := s + 3; t := t + 7; if (i == 900) { t := t + 1; } i := i + 1; }
  assert 7 * s + 1 == 3 * t - 2 || i < 900;
}
procedure {:template} wrong(x, y: int);
  ensures 7 * x == 3 * y;
  free ensures false;
  free requires false;
