// expect: 6 verified, 1 error
// Lemmas by induction with calculations.

function power(n: nat): nat
{
  if n == 0 then 1 else 2 * power(n - 1)
}

lemma Growth(n: nat)
  ensures n < power(n)
{
  if n > 0 {
    calc {
      power(n);
    ==
      2 * power(n - 1);
    >=  { Growth(n - 1); }
      2 * n;
    }
  }
}

lemma Doubled(n: nat)
  ensures power(n + 1) == power(n) + power(n)
{
}

lemma Monotone(m: nat, n: nat)
  requires m <= n
  ensures power(m) <= power(n)
  decreases n - m
{
  if m < n {
    Monotone(m + 1, n);
  }
}

method Compute(n: nat) returns (p: nat)
  ensures p == power(n)
{
  var i := 0;
  p := 1;
  while i < n
    invariant 0 <= i <= n && p == power(i)
  {
    p := 2 * p;
    i := i + 1;
  }
}

lemma Careless(n: nat)
  ensures power(n) <= 2 * n + 1
{
}
