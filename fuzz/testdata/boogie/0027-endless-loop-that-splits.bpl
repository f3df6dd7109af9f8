// An unknown truth value is assigned in each iteration, so the check split its run there: proof not confirmed.
// bound 4, variant 928752
var g0: bool;
procedure main()
  modifies g0;
{
  var v0: int;
    while (true) {
      v0, g0 := 0, false || old(g0);
    }
}
