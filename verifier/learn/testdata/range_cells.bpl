// Cells that are four apart, in one memory, of two objects that do not overlap.
// want: safe, 1 or more facts
procedure {:entrypoint} main(n: int, k: int, a: int, b: int)
{
  var memory: [int]int;
  var i: int;
  assume 0 <= k && k < n && a + 4 * n <= b;
  i := 0;
  while (i < n) { memory[a + 4 * i] := i + i; i := i + 1; }
  i := 0;
  while (i < n) { memory[b + 4 * i] := memory[a + 4 * i] + 1; i := i + 1; }
  assert memory[b + 4 * k] == k + k + 1;
}
