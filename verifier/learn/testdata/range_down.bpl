// A counter that goes down.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a: [int]int;
  var i, k, n: int;
  i := n - 1;
  while (i >= 0) { a[i] := 4; i := i - 1; }
  assume 0 <= k && k < n;
  assert a[k] == 4;
}
