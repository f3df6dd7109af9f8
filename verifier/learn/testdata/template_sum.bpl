// Formals of a template stand for all variables of a loop.
// want: safe, 1 or more facts
// without: safe
procedure {:entrypoint} main()
{
  var i, j, k, n: int;
  i := 0; j := n; k := 0;
  while (i < n)
  { if (j > 4) { i := i + 1; j := j - 3; k := k + 1; } else { j := j + 2; k := k - 2; } }
  assert i + j + 2 * k <= n;
}
procedure {:template} sums(x, y, z, n: int); ensures x + y + 2 * z <= n; // candidate
