// A merge of Booleans was taken for one of integers: a fact about them did not follow.
// bound 2, variant 14744000
var g0: bool;
var g1: bool;
procedure main()
  modifies g0, g1;
{
    g1 := g0;
    if (*) {
      g1 := false;
    } else {
      g0 := false;
    }
    if (*) {
    } else {
      call main();
    }
    assert !(g0 && g1);
}
