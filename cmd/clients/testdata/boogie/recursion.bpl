// expect: 3 verified, 1 error
// Recursive procedures with contracts.

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
  if (n == 0) { r := false; } else { call r := Even(n - 1); }
}

procedure Below()
{
  var b: bool;
  call b := Even(0 - 1);
}
