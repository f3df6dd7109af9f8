// The sum of the numbers below n.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var i, s, n: int;
  assume n >= 0;
  i := 0; s := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant 2 * s == i * (i - 1);
  { s := s + i; i := i + 1; }
  assert 2 * s == n * (n - 1);
}
