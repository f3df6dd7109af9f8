// expect: 4 verified, 3 errors
// Loops: without a bound, nested, with goto, with a wrong and a missing invariant.

procedure Nested(n: int) returns (c: int)
  requires 0 <= n;
  ensures c == n * n;
{
  var i, j: int;
  i, c := 0, 0;
  while (i < n)
    invariant 0 <= i && i <= n && c == i * n;
  {
    j := 0;
    while (j < n)
      invariant 0 <= j && j <= n && c == i * n + j;
    {
      c := c + 1;
      j := j + 1;
    }
    i := i + 1;
  }
}

procedure Jumps(n: int) returns (x: int)
  requires 0 <= n;
  ensures x == 2 * n;
{
  var i: int;
start:
  i, x := 0, 0;
  goto head;
head:
  assert 0 <= i && i <= n && x == 2 * i;
  goto body, done;
body:
  assume i < n;
  i, x := i + 1, x + 2;
  goto head;
done:
  assume i >= n;
  return;
}

procedure Euclid(a: int, b: int) returns (r: int)
  requires 0 < a && 0 < b;
  ensures 0 < r && r <= a && r <= b;
{
  var x, y: int;
  x, y := a, b;
  while (x != y)
    invariant 0 < x && x <= a && 0 < y && y <= b;
  {
    if (x > y) { x := x - y; } else { y := y - x; }
  }
  r := x;
}

procedure Down(n: int) returns (x: int)
  requires 0 <= n;
  ensures x == 0;
{
  x := n;
  while (*)
    invariant 0 <= x;
  {
    if (x > 0) { x := x - 1; }
  }
  assume x <= 0;
}

procedure Wrong(n: int) returns (x: int)
  requires 0 <= n;
{
  x := 0;
  while (x < n)
    invariant x < n;
  {
    x := x + 1;
  }
}

procedure Missing(n: int) returns (x: int)
  requires 0 <= n;
  ensures x == n;
{
  x := 0;
  while (x < n) { x := x + 1; }
}
