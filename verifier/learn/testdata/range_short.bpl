// The last element is left out: what is known of all others must not say more.
// want: unsafe
procedure {:entrypoint} main()
{
  var a: [int]int;
  var i, k, n: int;
  i := 0;
  while (i < n - 1) { a[i] := 7; i := i + 1; }
  assume 0 <= k && k < n;
  assert a[k] == 7;
}
