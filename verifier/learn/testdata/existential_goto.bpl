// A loop of gotos. The guarded assertions at its head are invariants, the one in its body is skipped.
// want: safe, 1 or more facts
// without: safe
const {:existential true} b0, b1, b2: bool; // candidate
procedure {:entrypoint} main()
{
  var x, y, z: int;
entry:
  x := 0; y := 1; z := 0;
  goto head;
head:
  assert x >= 0;
  assert b0 ==> x >= 0; // candidate
  assert b1 ==> 4 * x + z <= 3 * y - 3; // candidate
  goto body, more, done;
body:
  x := x + 1; y := y + 2;
  assert b2 ==> x == 0; // candidate
  z := z + 2;
  goto head;
more:
  x := x + 5; y := y + 7; z := z - 1;
  goto head;
done:
  assert 4 * x + z <= 3 * y - 3;
  return;
}
