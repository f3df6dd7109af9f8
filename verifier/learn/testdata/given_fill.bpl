// An array is filled.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a: [int]int;
  var i, n, k: int;
  assume n > 0;
  i := 0;
  while (i < n)
    invariant 0 <= i && i <= n;
    invariant (forall x: int :: 0 <= x && x < i ==> a[x] == 7);
  { a[i] := 7; i := i + 1; }
  assume 0 <= k && k < n;
  assert a[k] == 7;
}
