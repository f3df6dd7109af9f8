// The largest element, and where it is.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a: [int]int;
  var i, n, m, at, k: int;
  assume n > 0;
  i := 1; m := a[0]; at := 0;
  while (i < n)
    invariant 1 <= i && i <= n;
    invariant 0 <= at && at < n && a[at] == m;
    invariant (forall x: int :: 0 <= x && x < i ==> a[x] <= m);
  {
    if (a[i] > m) { m := a[i]; at := i; }
    i := i + 1;
  }
  assume 0 <= k && k < n;
  assert a[k] <= m && a[at] == m;
}
