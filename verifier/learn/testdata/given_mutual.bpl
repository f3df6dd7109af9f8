// Two procedures that call each other.
// want: safe, 1 or more facts
var depth: int;
procedure even(n: int) returns (r: bool)
  requires n >= 0;
  modifies depth;
  ensures depth == old(depth) && (r <==> n mod 2 == 0);
{
  depth := depth + 1;
  if (n == 0) { r := true; } else { call r := odd(n - 1); }
  depth := depth - 1;
}
procedure odd(n: int) returns (r: bool)
  requires n >= 0;
  modifies depth;
  ensures depth == old(depth) && (r <==> n mod 2 == 1);
{
  depth := depth + 1;
  if (n == 0) { r := false; } else { call r := even(n - 1); }
  depth := depth - 1;
}
procedure {:entrypoint} main() modifies depth;
{
  var n: int; var r: bool;
  depth := 0;
  assume n >= 0;
  call r := even(2 * n);
  assert r && depth == 0;
}
