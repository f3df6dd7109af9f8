// Two loops one after the other, the second undoes the first.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var i, x, y, n: int;
  assume n >= 0;
  x := y; i := 0;
  while (i < n)
    invariant i <= n && x == y + 5 * i;
  { x := x + 5; i := i + 1; }
  while (i > 0)
    invariant 0 <= i && x == y + 5 * i;
  { x := x - 5; i := i - 1; }
  assert x == y;
}
