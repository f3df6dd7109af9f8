// What the negation of an implication says of variables was not learned: proof not confirmed: what reaches a failure may be no execution.
// bound 3, variant 8902680
type word = int;
procedure main()
{
  var v1: word;
    assert v1 == 0 ==> v1 <= 0;
}
