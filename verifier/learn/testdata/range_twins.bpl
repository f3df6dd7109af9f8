// What is stored twice is not known, but is the same.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a, b: [int]int;
  var i, k, n, x: int;
  i := 0;
  while (i < n) { havoc x; a[i] := x; b[i] := a[i]; i := i + 1; }
  i := 0;
  while (i < n) { a[i] := a[i] + 1; i := i + 1; }
  assume 0 <= k && k < n;
  assert a[k] == b[k] + 1;
}
