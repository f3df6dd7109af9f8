// An entry that calls itself: its calls rely on facts about it.
// bound 1, variant 15156917
var g0: int;
procedure main() returns (r0: int)
{
  var v1: int;
    r0 := 0;
    while (true) {
      if (*) {
        call r0 := main();
      }
      v1 := 0;
      while (*) {
        v1 := 1;
      }
      break;
    }
    if (*) {
      v1 := r0;
    } else {
      r0 := g0;
    }
    assume v1 < 0;
}
