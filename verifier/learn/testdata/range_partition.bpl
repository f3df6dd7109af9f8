// Two counters of which each iteration moves one.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a, b, c: [int]int;
  var i, j, l, k, n: int;
  i := 0; j := 0; l := 0;
  while (i < n) {
    if (a[i] >= 0) { b[j] := a[i]; j := j + 1; } else { c[l] := a[i]; l := l + 1; }
    i := i + 1;
  }
  assert (0 <= k && k < j ==> b[k] >= 0) && (0 <= k && k < l ==> c[k] < 0);
}
