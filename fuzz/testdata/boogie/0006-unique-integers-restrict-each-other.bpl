// The axiom about c2 shares no symbol with the program and was left out, although c1 must differ from c2: unsafe.
// bound 1, variant 0
const unique c1: int;
const unique c2: int;
axiom 2 <= c2 && c2 <= 2;
procedure main()
{
    assume c1 == 2;
    assert false;
}
