// What is proposed is not assumed, free or not.
// want: unsafe
var g: int;
procedure f() modifies g; { g := g + 1; }
procedure {:entrypoint} main() modifies g;
{
  g := 0;
  call f();
  assert g == 0;
}
procedure {:template} wrong();
  free requires false;
  free ensures g == old(g);
  ensures g == 0;
