// Counters of two nested loops do not run past their limits.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var i, j, n: int;
  assume n >= 0;
  i := 0;
  while (i < n) {
    j := 0;
    while (j < i) { j := j + 1; }
    assert j <= i;
    i := i + 1;
  }
  assert i == n;
}
