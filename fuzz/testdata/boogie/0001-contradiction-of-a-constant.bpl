// The program does not mention f, so its axioms were left out, and with them the definition of c0; their
// contradiction went unnoticed, and the answer was unsafe.
// bound 2, variant 15635273
const c0: int;
axiom c0 == -2;
function f0(x0: bool, x1: int) : int;
axiom f0(true, -2) == 0;
axiom f0(true, c0) == 1;
procedure main()
{
}
