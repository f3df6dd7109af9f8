// What is proposed excludes no execution, and is not assumed.
// want: unsafe
const {:existential true} b: bool;
procedure half(n: int) returns (r: int)
  requires b ==> n mod 2 == 0;
  ensures b ==> 2 * r == n;
{ r := n div 2; }
procedure {:entrypoint} main()
{
  var n, r: int;
  call r := half(n);
  assert b ==> 2 * r == n;
  assert 2 * r == n;
}
