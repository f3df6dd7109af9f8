// Nested loops over a matrix of flags.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var f: [int][int]bool;
  var i, j, n, p, q: int;
  assume n > 0;
  i := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant (forall x, y: int :: 0 <= x && x < i && 0 <= y && y < n ==> f[x][y]);
  {
    j := 0;
    while (j < n)
      invariant 0 <= j && j <= n && 0 <= i && i < n;
      invariant (forall x, y: int :: 0 <= x && x < i && 0 <= y && y < n ==> f[x][y]);
      invariant (forall y: int :: 0 <= y && y < j ==> f[i][y]);
    { f[i][j] := true; j := j + 1; }
    i := i + 1;
  }
  assume 0 <= p && p < n && 0 <= q && q < n;
  assert f[p][q];
}
