// A disjunction with one open part said nothing of it: proof not confirmed: what reaches a failure may be no execution.
// bound 3, variant 3096512
var g2: bool;
procedure main()
{
    if (false || g2 ==> false) {
    } else {
      assert g2;
    }
}
