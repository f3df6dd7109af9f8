// expect: 1 verified, 1 error
// A recursive function by axioms, and a procedure that computes it.

function fib(n: int): int;
axiom fib(0) == 0 && fib(1) == 1;
axiom (forall n: int :: {fib(n)} 2 <= n ==> fib(n) == fib(n - 1) + fib(n - 2));

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

procedure Seven()
{
  assert fib(7) == 14;
}
