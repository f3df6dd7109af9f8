// Template variables, as Corral has them: what a loop changes, and a variable by its name.
// want: safe, 1 or more facts
// without: safe
procedure {:entrypoint} main()
{
  var x, y, n: int;
  x := 0; y := 3;
  while (n > 0) { x := x + 4; y := y + 6; havoc n; }
  assert (x + y) mod 2 == 1;
}
var {:template} {:includeLoopLocals} v: int;
var {:template} {:match "^y$"} w: int;
procedure {:template} odd();
  ensures {:loop} (v + w) mod 2 == 1; // candidate
