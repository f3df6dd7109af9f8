// Datatypes, in the form that Boogie 2.4 has.
type {:datatype} List;
function {:constructor} Nil(): List;
function {:constructor} Cons(head: int, tail: List): List;

type {:datatype} Color;
function {:constructor} Red(): Color;
function {:constructor} Green(): Color;
function {:constructor} Blue(): Color;

type {:datatype} Pair;
function {:constructor} Pair(a: int, m: [int]bool): Pair;

// Values of two datatypes inside each other.
type {:datatype} Tree;
type {:datatype} Trees;
function {:constructor} Leaf(): Tree;
function {:constructor} Node(kids: Trees): Tree;
function {:constructor} None(): Trees;
function {:constructor} Some(first: Tree, rest: Trees): Trees;

// What contains itself as an index of a map is not supported, which is of no account where nothing uses it.
type {:datatype} Rose;
function {:constructor} Rose(m: [Rose]int): Rose;

var g: List;

procedure made(l: List)
{
  assert is#Nil(l) || is#Cons(l);
  assert is#Cons(l) ==> l == Cons(head#Cons(l), tail#Cons(l));
  assert is#Cons(l);
}

procedure fields(x: int, l: List)
{
  assert head#Cons(Cons(x, l)) == x && tail#Cons(Cons(x, l)) == l;
  assert Cons(x, l) != Nil();
  assert head#Cons(Nil()) == 0;
}

procedure injective(x: int, y: int, l: List, k: List)
  requires Cons(x, l) == Cons(y, k);
  ensures x == y && l == k;
{
}

procedure finite(l: List, x: int, t: Tree, s: Trees)
{
  assert l != Cons(x, l);
  assert l != Cons(1, Cons(2, Cons(3, l)));
  assert t == Node(s) ==> s != Some(t, s);
  assert t == Node(s) ==> s != Some(Leaf(), Some(t, None()));
  assert tail#Cons(l) != l;
}

procedure colors(c: Color, d: Color, e: Color, f: Color)
{
  assert c == Red() || c == Green() || c == Blue();
  assert c == d || c == e || d == e || c == f || d == f || e == f;
  assert c == d || c == e || d == e;
}

procedure maps(p: Pair, q: Pair)
{
  assert m#Pair(p)[3] && !m#Pair(q)[3] ==> p != q;
  assert a#Pair(p) == a#Pair(q) && m#Pair(p) == m#Pair(q) ==> p == q;
  assert m#Pair(Pair(1, m#Pair(p)[4 := true]))[4];
  assert m#Pair(p)[4];
}

function sum(l: List): int;
axiom (forall x: int, l: List :: {sum(Cons(x, l))} sum(Cons(x, l)) == x + sum(l));
axiom sum(Nil()) == 0;

procedure push(x: int)
  modifies g;
  ensures sum(g) == sum(old(g)) + x;
  ensures is#Cons(g) && tail#Cons(g) == old(g);
{
  g := Cons(x, g);
}

procedure total(l: List) returns (s: int)
  ensures s == sum(l);
{
  var k: List;
  k := l;
  s := 0;
  while (is#Cons(k))
    invariant s + sum(k) == sum(l);
  {
    s := s + head#Cons(k);
    k := tail#Cons(k);
  }
}

procedure wrong(l: List) returns (s: int)
  ensures s == sum(l);
{
  var k: List;
  k := l;
  s := 0;
  while (!is#Nil(k))
    invariant s + sum(k) == sum(l);
  {
    k := tail#Cons(k);
    s := s + head#Cons(k);
  }
}

procedure quantified(P: [List]bool, l: List)
  requires (forall k: List :: {is#Cons(k)} is#Cons(k) ==> P[k]);
  requires P[Nil()];
  ensures P[l];
{
  assert is#Cons(l) || is#Nil(l);
}

procedure exists_(l: List)
{
  assert is#Cons(l) ==> (exists x: int, k: List :: {Cons(x, k)} Cons(x, k) == l);
}

//= datatypes.bpl(32,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= datatypes.bpl(39,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= datatypes.bpl(54,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= datatypes.bpl(61,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= datatypes.bpl(69,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= datatypes.bpl(105,5): Error BP5005: This loop invariant might not be maintained by the loop. (quantified assumptions checked at N instances)
//= Muster program verifier finished with 5 verified, 6 errors
