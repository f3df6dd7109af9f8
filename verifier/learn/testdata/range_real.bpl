// Averages stay within an interval.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var x, y: real;
  assume 0.0 <= x && x <= 1.0;
  y := 0.5;
  while (*) { x := (x + y) / 2.0; y := (x + y) / 2.0; }
  assert 0.0 <= x && x <= 1.0;
}
