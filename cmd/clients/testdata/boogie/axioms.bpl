// expect: 3 verified, 1 error
// Functions that axioms with triggers define.

function sum(a: [int]int, lo: int, hi: int): int;
axiom (forall a: [int]int, lo, hi: int :: {sum(a, lo, hi)} hi <= lo ==> sum(a, lo, hi) == 0);
axiom (forall a: [int]int, lo, hi: int :: {sum(a, lo, hi)} lo < hi ==> sum(a, lo, hi) == sum(a, lo, hi - 1) + a[hi - 1]);

procedure Total(a: [int]int, n: int) returns (s: int)
  requires 0 <= n;
  ensures s == sum(a, 0, n);
{
  var i: int;
  i, s := 0, 0;
  while (i < n)
    invariant 0 <= i && i <= n && s == sum(a, 0, i);
  {
    s := s + a[i];
    i := i + 1;
  }
}

procedure Positive(a: [int]int, n: int) returns (s: int)
  requires 0 <= n;
  requires (forall i: int :: {a[i]} 0 <= i && i < n ==> 0 <= a[i]);
  ensures 0 <= s;
{
  var i: int;
  i, s := 0, 0;
  while (i < n)
    invariant 0 <= i && i <= n && s == sum(a, 0, i) && 0 <= s;
  {
    s := s + a[i];
    i := i + 1;
  }
}

procedure Three(a: [int]int)
{
  assert sum(a, 0, 3) == a[0] + a[1] + a[2];
}

procedure Swapped(a: [int]int, n: int)
  requires 2 <= n;
{
  assert sum(a[0 := a[1]][1 := a[0]], 0, n) == sum(a, 0, n);
}
