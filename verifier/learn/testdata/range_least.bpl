// The index of the least element so far is no counter, and its element gets no greater.
// want: safe, 1 or more facts
procedure {:entrypoint} main(n: int, k: int)
{
  var a: [int]int;
  var i, m: int;
  assume 0 <= k && k < n;
  m := 0;
  i := 1;
  while (i < n) { if (a[i] < a[m]) { m := i; } i := i + 1; }
  assert a[m] <= a[k];
}
