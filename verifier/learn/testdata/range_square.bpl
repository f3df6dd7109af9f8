// An equation of degree two, with the counter in place of its end.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var i, s, n: int;
  assume n >= 0;
  i := 0; s := 0;
  while (i < n) { i := i + 1; s := s + i; }
  assert 2 * s == n * (n + 1);
}
