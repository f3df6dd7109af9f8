// expect: 4 verified, 1 error
// Products, quotients and remainders.

procedure Square(x: int)
{
  assert 0 <= x * x;
}

procedure Multiply(a: int, b: int) returns (p: int)
  requires 0 <= b;
  ensures p == a * b;
{
  var i: int;
  i, p := 0, 0;
  while (i < b)
    invariant 0 <= i && i <= b && p == a * i;
  {
    p := p + a;
    i := i + 1;
  }
}

procedure Divide(a: int, b: int) returns (q: int, r: int)
  requires 0 <= a && 0 < b;
  ensures a == q * b + r && 0 <= r && r < b;
{
  q, r := 0, a;
  while (b <= r)
    invariant a == q * b + r && 0 <= r;
  {
    q := q + 1;
    r := r - b;
  }
}

procedure Clock(t: int)
  requires 0 <= t;
{
  var h, m: int;
  h := t div 60;
  m := t mod 60;
  assert 0 <= h && 0 <= m && m < 60;
  assert 60 * h + m == t;
  assert (t + 60) mod 60 == m;
}

procedure Halves(x: int)
{
  assert 2 * (x div 2) == x;
}
