// Quantifiers over types of which each may need a type of its own.
type C a;
type Ref;
type Field a;
type Frame = <a>[Ref, Field a]bool;
function some<a>(): C a;
function is<a>(x: C a): bool;
function get<a>(m: <b>[b]int, x: a): int { m[x] }
function rec<a>(m: <b>[b]int, x: a): int;
axiom (forall<a> m: <b>[b]int, x: a :: {rec(m, x)} rec(m, x) == m[x]);
function eq<a, b>(x: a, y: b): bool;
axiom (forall<a, b> x: a, y: b :: {eq(x, y)} eq(x, y) <==> x == y);
function nonempty(f: Frame): bool { (exists<a> o: Ref, x: Field a :: f[o, x]) }

procedure assumptions()
{
  assume !(forall<a> :: is(some(): C a));
  assume !(forall<a> :: !is(some(): C a));
  assert false;
}

procedure witnesses()
{
  assume (exists<a> :: is(some(): C a)) && (exists<a> :: !is(some(): C a));
  assert false;
}

procedure alternatives(x: int, y: bool)
{
  assert (forall<a> :: is(some(): C a)) || (forall<a> :: !is(some(): C a));
}

procedure values(x: int)
{
  assert (forall<a> y: a :: y != x);
}

procedure indices(m: <b>[b]int)
{
  assert (forall<a> x: a :: get(m[5 := 1], x) == get(m, x));
}

procedure behindAxioms(m: <b>[b]int)
{
  assert (forall<a> x: a :: rec(m[5 := 1], x) == rec(m, x));
}

procedure compared()
{
  assert (forall<a> x: a :: !eq(x, 5));
}

procedure others(m: <b>[b]int)
{
  assert (forall<a> x: a :: x != 5 ==> get(m[5 := 1], x) == get(m, x));
}

procedure example(f: Frame, o: Ref, x: Field int)
{
  assume f[o, x];
  assert nonempty(f);
}

procedure kept(f: Frame)
{
  assume nonempty(f);
  assert nonempty(f);
}

procedure excluded(f: Frame, o: Ref, x: Field int)
{
  assume !(exists<a> p: Ref, y: Field a :: f[p, y]);
  assert !f[o, x];
}

//= overtypes.bpl(19,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= overtypes.bpl(25,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= overtypes.bpl(30,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= overtypes.bpl(35,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= overtypes.bpl(40,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= overtypes.bpl(45,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= overtypes.bpl(50,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= Muster program verifier finished with 4 verified, 7 errors
