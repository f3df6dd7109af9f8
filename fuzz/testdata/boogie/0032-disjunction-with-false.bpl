// What one assumption says of a variable decided none before it: proof not confirmed: what reaches a failure may be no execution.
// bound 2, variant 13830704
var g1: bool;
procedure main()
{
    assert false || g1 ==> g1;
}
