// expect: 2 verified, 2 errors
// Contracts that callers rely on: preconditions, old values, calc of a postcondition.

method Clamp(x: int, lo: int, hi: int) returns (y: int)
  requires lo <= hi
  ensures lo <= y <= hi
  ensures lo <= x <= hi ==> y == x
{
  if x < lo { y := lo; } else if x > hi { y := hi; } else { y := x; }
}

method Caller(x: int)
{
  var y := Clamp(x, 0, 100);
  assert 0 <= y;
  var z := Clamp(y, 0, 100);
  assert z == y;
  var w := Clamp(z, 50, 40);
}

method Average(a: int, b: int) returns (m: int)
  requires a <= b
  ensures a <= m <= b
{
  m := a + (b - a) / 2;
}

method Index(a: array<int>, i: int) returns (v: int)
{
  v := a[i];
}
