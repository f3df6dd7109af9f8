// Likewise.
// bound 2, variant 6517314
var g1: int;
procedure main(a1: int) returns (r0: bool)
  free requires a1 <= 0;
  modifies g1;
{
  var v1: bool;
    v1 := r0;
    if (a1 != 1) {
      if (r0) {
      } else {
        g1 := 0;
      }
    } else {
      havoc v1;
    }
    assert if g1 <= 0 then true else v1;
}
