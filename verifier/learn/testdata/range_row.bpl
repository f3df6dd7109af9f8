// Two loops in a row: what the second leaves is said of what the first left.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a, b: [int]int;
  var i, k, n: int;
  i := 0;
  while (i < n) { a[i] := i + i; i := i + 1; }
  i := 0;
  while (i < n) { b[i] := a[i] + 1; i := i + 1; }
  assume 0 <= k && k < n;
  assert b[k] == k + k + 1;
}
