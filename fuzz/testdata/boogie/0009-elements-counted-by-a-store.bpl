// The axioms say that T has one element, by a store instead of an equation, and were left out: unsafe.
// bound 1, variant 0
type T;
const m: [T]int;
axiom (forall x: T, y: T :: m[x := 1][y] == 1);
axiom (forall y: T :: m[y] == 0);
procedure main(a: T, b: T)
{
    assume a != b;
    assert false;
}
