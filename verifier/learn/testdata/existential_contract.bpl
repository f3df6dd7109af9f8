// Contracts of a recursive procedure, guarded; what is true of the third is a precondition that a call violates.
// want: safe, 1 or more facts
// without: safe up to bound 3
const {:existential true} p, q: bool; // candidate
const {:existential true} r: bool; // candidate
var g, h: int;
procedure pay(n: int) returns (c: int)
  modifies g, h;
  requires p ==> n >= 0 && n mod 2 == 0; // candidate
  requires r ==> n < 4; // candidate
  ensures q ==> 2 * g + 3 * h + c == old(2 * g + 3 * h) + n; // candidate
{
  c := 0;
  if (n <= 1) { c := n; return; }
  if (n mod 4 == 0) { g := g + 1; } else { g := g - 2; h := h + 2; }
  call c := pay(n - 2);
}
procedure {:entrypoint} main() modifies g, h;
{
  var n, c: int;
  g := 0; h := 0;
  assume n >= 0;
  call c := pay(2 * n);
  assert 2 * g + 3 * h + c == 2 * n;
}
