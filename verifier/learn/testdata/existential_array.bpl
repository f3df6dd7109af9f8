// Quantified invariants, the second under a condition of its own.
// want: safe, 1 or more facts
// without: safe
const {:existential true} b0, b1, b2: bool; // candidate
procedure {:entrypoint} main()
{
  var a: [int]int; var i, n, k: int; var up: bool;
  assume n > 5;
  i := 0;
  while (i < n)
    invariant b0 ==> (forall x: int :: 0 <= x && x < i ==> a[x] == 3 * x); // candidate
    invariant up ==> b1 ==> 0 <= i && i <= n; // candidate
    invariant b2 ==> i >= 0; // candidate
  { a[i] := 3 * i; i := i + 1; }
  assume 0 <= k && k < n;
  assert a[k] == 3 * k;
}
