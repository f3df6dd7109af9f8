// An index of machine integers, which does not overflow where the bounds are known.
// want: safe, 1 or more facts
function {:inline} wrap(x: int): int
{
  if x > 2147483647 then x - 4294967296 else if x < -2147483648 then x + 4294967296 else x
}
procedure {:entrypoint} main(n: int, o: int, k: int)
{
  var a: [int]int;
  var i: int;
  assume 0 <= o && o <= 400 && n <= 400 && 0 <= k && k < n;
  i := 0;
  while (i < n) { a[wrap(o + i)] := 4; i := wrap(i + 1); }
  assert a[o + k] == 4;
}
