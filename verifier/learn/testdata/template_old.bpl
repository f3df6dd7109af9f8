// What procedures and loops do to globals, whatever these are.
// want: safe, 1 or more facts
// without: safe
var a, b, c: int;
procedure move(k: int) modifies a, b, c;
{
  if (k > 0) { a := a + k; b := b - 2 * k; } else { b := b + 4; c := c - 2; a := a - 2; c := c + 2; call move(k + 1); }
}
procedure {:entrypoint} main() modifies a, b, c;
{
  var n, s: int;
  s := 2 * a + b + 5 * c;
  while (n > 0) { call move(n); c := c + 1; a := a - 2; b := b - 1; havoc n; }
  assert 2 * a + b + 5 * c == s;
}
procedure {:template} keeps();
  ensures 2 * a + b + 5 * c == old(2 * a + b + 5 * c); // candidate
