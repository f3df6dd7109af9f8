// The values of arrays were taken as made after they did not fit together: index out of range [0] with length 0.
// bound 1, variant 8153624
type T;
const u0: int;
const u1: int;
var g0: T;
var g1: int;
var m: [int, bool]int;
function f0(x0: bool, x1: int) : bool { x0 }
procedure main(a0: int)
  modifies m;
{
  var v0: bool;
  var v1: bool;
  var vm: [int]int;
    m[0, true] := 0;
    m[0, true] := 0;
    while (*) {
      if (*) {
        vm := (lambda l3_0: int :: 0);
      } else {
        v0 := false;
      }
      if (v0 || v1) {
        break;
      }
    }
    assume (forall q5: int :: vm[q5] == g1);
}
