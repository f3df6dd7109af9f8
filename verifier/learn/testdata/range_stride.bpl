// A pointer goes up to the end of an object, whose cells are four apart.
// want: safe, 1 or more facts
procedure {:entrypoint} main(n: int, k: int, a: int)
{
  var memory: [int]int;
  var p: int;
  assume 0 <= k && k < n;
  p := a;
  while (p < a + 4 * n) { memory[p] := 7; p := p + 4; }
  assert memory[a + 4 * k] == 7;
}
