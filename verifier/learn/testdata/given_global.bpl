// A loop calls a procedure that changes a global.
// want: safe, 1 or more facts
var g: int;
procedure step(k: int) modifies g;
  requires k >= 0;
  ensures g == old(g) + 2 * k;
{ g := g + k; g := g + k; }
procedure {:entrypoint} main() modifies g;
{
  var i, n: int;
  assume n >= 0;
  g := 0; i := 0;
  while (i < n)
    invariant i <= n && g == 6 * i;
  { call step(3); i := i + 1; }
  assert g == 6 * n;
}
