// A sub-goal's derivation that was kept is proposed to its caller, in the caller's own constants.
// bound 3, variant 12103778
var state: int;
var error: bool;
procedure p0()
  modifies error;
{
    while (*) {
      if (!(state == 1)) {
        error := true;
      }
    }
}
procedure main()
  modifies state, error;
{
    state := 1;
    error := false;
    call p0();
    state := 0;
    while (*) {
      if (!(state == 0)) {
        error := true;
      }
      if (!(state == 0)) {
        return;
      }
    }
    call p0();
    assume error;
}
