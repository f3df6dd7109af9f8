// Division by subtraction.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a, b, q, r: int;
  assume a >= 0 && b > 0;
  q := 0; r := a;
  while (r >= b)
    invariant r >= 0 && a == q * b + r;
  { r := r - b; q := q + 1; }
  assert a == q * b + r && 0 <= r && r < b;
}
