// A pointer moves in step with a counter, which alone is looked at after the loop.
// want: safe, 1 or more facts
procedure {:entrypoint} main(n: int, k: int, a: int)
{
  var memory: [int]int;
  var i, p: int;
  assume 0 <= k && k < n;
  i := 0; p := a;
  while (i < n) { memory[p] := i; p := p + 4; i := i + 1; }
  assert memory[a + 4 * k] == k;
}
