// Contradictory axioms that share no symbol with the program were left out, and the check for contradictions used
// only instances from patterns: unsafe.
// bound 1, variant 0
function f(x: int) returns (int);
axiom (forall x: int :: 0 <= x && x <= 0 ==> 0 <= f(0));
axiom f(0) == -1;
procedure main()
{
    assert false;
}
