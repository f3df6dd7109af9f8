// expect: 3 verified, 3 errors
// Recursive procedures with contracts, and a recursive function.

function fib(n: int): int;
axiom fib(0) == 0 && fib(1) == 1;
axiom (forall n: int :: {fib(n)} 2 <= n ==> fib(n) == fib(n - 1) + fib(n - 2));

procedure McCarthy(n: int) returns (r: int)
  ensures 100 < n ==> r == n - 10;
  ensures n <= 100 ==> r == 91;
{
  if (n > 100) {
    r := n - 10;
  } else {
    call r := McCarthy(n + 11);
    call r := McCarthy(r);
  }
}

procedure Fib(n: int) returns (a: int, b: int)
  requires 0 <= n;
  ensures a == fib(n) && b == fib(n + 1);
{
  if (n == 0) {
    a, b := 0, 1;
  } else {
    call a, b := Fib(n - 1);
    a, b := b, a + b;
  }
}

procedure Even(n: int) returns (r: bool)
  requires 0 <= n;
  ensures r <==> n mod 2 == 0;
{
  if (n == 0) { r := true; } else { call r := Odd(n - 1); }
}

procedure Odd(n: int) returns (r: bool)
  requires 0 <= n;
  ensures r <==> n mod 2 == 1;
{
  call r := Even(n - 1);
}

procedure Seven()
{
  assert fib(7) == 14;
}
