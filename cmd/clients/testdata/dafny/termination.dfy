// expect: 3 verified, 2 errors
// Termination measures, given and guessed; two that fail.

function ack(m: nat, n: nat): nat
  decreases m, n
{
  if m == 0 then n + 1
  else if n == 0 then ack(m - 1, 1)
  else ack(m - 1, ack(m, n - 1))
}

function gcd(a: nat, b: nat): nat
  requires 0 < a && 0 < b
  decreases a + b
{
  if a == b then a else if a < b then gcd(a, b - a) else gcd(a - b, b)
}

method Countdown(n: int) returns (s: int)
  requires n >= 0
  ensures s == 2 * n
{
  var i := n;
  s := 0;
  while i > 0
    invariant 0 <= i <= n && s == 2 * (n - i)
    decreases i
  {
    i := i - 1;
    s := s + 2;
  }
}

function method collatz(n: nat): nat
  requires 0 < n
{
  if n == 1 then 0 else if n % 2 == 0 then collatz(n / 2) + 1 else collatz(3 * n + 1) + 1
}

method Stuck(n: nat)
{
  var i := n;
  while i != 0
    decreases i
  {
    if i > 5 { i := i - 1; }
  }
}
