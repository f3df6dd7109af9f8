// The invariants speak of a variable that nothing else reads.
// want: safe, 1 or more facts
// without: safe
const {:existential true} b0, b1, b2, b3: bool; // candidate
procedure {:entrypoint} main()
{
  var x, y, z, n, steps: int;
  assume n >= 0;
  x := 0; y := 0; z := 0; steps := 0;
  while (n > 0)
    invariant b0 ==> x == 2 * steps; // candidate
    invariant b1 ==> y == 5 * steps; // candidate
    invariant b2 ==> z == 3 * steps; // candidate
    invariant b3 ==> steps >= 0; // candidate
  { x := x + 2; y := y + 5; z := z + 3; steps := steps + 1; havoc n; }
  assert x + z == y;
}
