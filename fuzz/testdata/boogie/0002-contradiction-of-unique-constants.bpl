// The program does not mention t0 and t1, so the axiom was left out, and the check of the remaining axioms did not
// know that unique constants differ: the answer was unsafe.
// bound 1, variant 4450125
type T;
const unique t0: T;
const unique t1: T;
axiom t1 == t0;
procedure main()
{
}
