// What is known of the first loop follows from its next iteration, but not from the one before.
// loops: 1 in place, 1 not
function le(x: int, y: int) returns (bool);
axiom (forall x, y, z: int :: le(x, y) && le(y, z) ==> le(x, z));
procedure {:entrypoint} main()
{
  var x, y, x1, x0, i: int;
  x := x0; assume le(x, y);
  while (*) { havoc x1; assume le(x, x1); x := x1; havoc y; assume le(x, y); }
  assert le(x0, y);
  i := 0;
  while (*) { i := i + 1; }
  assert i >= 0;
}
procedure {:template} t(y: int, x: int);
  ensures le(old(x), y); // candidate
  requires le(x, y);
