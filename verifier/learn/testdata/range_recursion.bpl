// Recursion goes through a range, and changes one row.
// want: safe, 1 or more facts
var a: [int]int;
var m: [int][int]int;
procedure {:entrypoint} main(n: int, k: int, p: int, q: int)
  modifies a, m;
{
  assume 0 <= k && k < n && p != q;
  m[p][1] := 5;
  call fill(0, n);
  call row(q, k);
  assert a[k] == 0 && m[p][1] == 5;
}
procedure fill(i: int, n: int)
  modifies a;
{
  if (i < n) { a[i] := 0; call fill(i + 1, n); }
}
procedure row(p: int, k: int)
  modifies m;
{
  if (k > 0) { m[p][k] := k; call row(p, k - 1); }
}
