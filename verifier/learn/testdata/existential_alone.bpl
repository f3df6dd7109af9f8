// Nothing but guarded assertions, which cannot fail.
// want: safe
const {:existential true} b: bool;
procedure {:entrypoint} main()
  ensures b ==> false;
{
  var x: int;
  while (x > 0) invariant b ==> x > 5; { x := x - 1; }
  assert b ==> false;
}
