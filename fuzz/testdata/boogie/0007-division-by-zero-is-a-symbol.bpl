// Both the axioms and the program contain 7 div 0, but the axioms were left out since they share no other symbol: unsafe.
// bound 1, variant 0
function f(x: int) returns (int);
axiom f(1) == 7 div 0;
axiom f(1) == 3;
procedure main()
{
    assume 7 div 0 == 4;
    assert false;
}
