// Nobody proves a precondition of the entry, so it is not assumed (Boogie assumes it).
// want: unsafe
const {:existential true} b: bool;
var g: int;
procedure {:entrypoint} main(n: int) modifies g;
  requires b ==> n > 0;
{
  g := n;
  while (g > 5) invariant b ==> g > 0; { g := g - 1; }
  assert g > 0;
}
