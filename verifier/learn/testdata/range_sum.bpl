// What is stored has bounds, and so has the sum.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a: [int]int;
  var i, s, n: int;
  assume n > 0;
  i := 0;
  while (i < n) { havoc s; assume 0 <= s && s <= 10; a[i] := s; i := i + 1; }
  i := 0; s := 0;
  while (i < n) { s := s + a[i]; i := i + 1; }
  assert 0 <= s && s <= 10 * n;
}
