// Two counters in step.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var i, j, n: int;
  assume n >= 0;
  i := 0; j := 0;
  while (i < n)
    invariant j == 3 * i && i <= n;
  { i := i + 1; j := j + 3; }
  assert j == 3 * n;
}
