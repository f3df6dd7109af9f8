// Two nested loops.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var i, j, n, m, c: int;
  assume n >= 0 && m >= 0;
  i := 0; c := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant c >= i;
  {
    j := 0;
    c := c + 1;
    while (j < m)
      invariant 0 <= j && j <= m;
      invariant c >= i + 1 + j;
    { j := j + 1; c := c + 1; }
    i := i + 1;
  }
  assert c >= n;
}
