// A call checks preconditions before it assumes the free ones; the check of traces took them in the order of the source, and called an
// execution none that fails at a later one.
// bound 1, variant 3184234
type word = int;
var g0: word;
procedure main(a1: int)
  free requires a1 <= 0;
  requires g0 <= 0;
  modifies g0;
{
    g0 := 1;
    call main(1);
}
