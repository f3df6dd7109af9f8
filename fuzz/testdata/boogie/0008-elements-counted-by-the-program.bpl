// The program says that T has one element, the axioms that were left out that it has two: unsafe.
// bound 1, variant 0
type T;
function f(x: T) returns (int);
const a: T;
const b: T;
axiom f(a) != f(b);
procedure main(c: T)
{
    assume (forall x: T :: x == c);
    assert false;
}
