// Type parameters, real numbers, lambda and let expressions.
type Ref;
type Field a;
type Heap = <a>[Ref, Field a]a;
type List a;
type Pair a b;
type Set a = [a]bool;
const null: Ref;
const unique alloc: Field bool;
const unique next: Field Ref;
const unique val: Field int;
const unique size: Field int;
var H: Heap;
var total: real;

function Nil<a>(): List a;
function Cons<a>(x: a, l: List a): List a;
function Head<a>(l: List a): a;
function Len<a>(l: List a): int;
axiom (forall<a> x: a, l: List a :: {Cons(x, l)} Head(Cons(x, l)) == x && Len(Cons(x, l)) == Len(l) + 1);
axiom (forall<a> :: Len(Nil() : List a) == 0);
axiom (forall<a> l: List a :: {Len(l)} Len(l) >= 0);
function P<a, b>(x: a, y: b): Pair a b;
function fst<a, b>(p: Pair a b): a;
function snd<a, b>(p: Pair a b): b;
axiom (forall<a, b> x: a, y: b :: {P(x, y)} fst(P(x, y)) == x && snd(P(x, y)) == y);
function swap<a, b>(p: Pair a b): Pair b a { P(snd(p), fst(p)) }
function Empty<a>(): Set a;
axiom (forall<a> o: a :: {Empty()[o]} !Empty()[o]);
function Add<a>(s: Set a, o: a): Set a;
axiom (forall<a> s: Set a, o: a, p: a :: {Add(s, o)[p]} Add(s, o)[p] <==> p == o || s[p]);
function dup<a>(x: a): List a { Cons(x, Cons(x, Nil())) }
function avg(x: real, y: real): real { (x + y) / 2.0 }
function shift(d: int): [int]int { (lambda i: int :: i + d) }

procedure Lists(x: int, b: bool)
{
  var l: List int; var m: List (List int);
  l := Cons(x, Nil());
  assert Head(l) == x && Len(l) == 1;
  m := Cons(l, Cons(Nil(), Nil()));
  assert Len(m) == 2 && Head(Head(m)) == x;
  assert Head(dup(b)) == b && Len(dup(b)) == 2;
  assert Len(Head(m)) == 2;
}

procedure Pairs(x: int, s: Set bool)
{
  var p: Pair int (Set bool);
  p := P(x, Add(s, true));
  assert fst(p) == x && snd(p)[true];
  assert fst(swap(p))[true] && snd(swap(p)) == x;
  assert swap(swap(p)) == p;
}

procedure Sets(x: int, y: int, s: Set int)
{
  assert Add(Add(Empty(), x), y)[x];
  assert Add(s, x)[y] ==> s[y] || x == y;
  assert Add(Empty(), x)[y] ==> x == y;
  assert Add(s, x)[y] ==> s[y];
}

procedure Set(o: Ref, v: int)
  modifies H;
  ensures H[o, val] == v;
  ensures (forall<a> r: Ref, f: Field a :: r != o || f != val ==> H[r, f] == old(H)[r, f]);
{ H[o, val] := v; }

procedure SetTwo(o: Ref, v: int)
  modifies H;
  ensures (forall<a> r: Ref, f: Field a :: r != o || f != val ==> H[r, f] == old(H)[r, f]);
{ H[o, val] := v; H[o, size] := v; }

procedure Frame(o: Ref, p: Ref)
  requires o != p && H[p, val] == 7 && H[p, alloc];
  modifies H;
  ensures H[p, val] == 7 && H[p, alloc] && H[p, next] == old(H)[p, next];
  ensures H[o, size] == old(H[o, size]);
  ensures H[o, val] == old(H)[o, val];
{ call Set(o, 3); }

procedure New() returns (r: Ref)
  modifies H;
  ensures r != null && !old(H)[r, alloc] && H[r, alloc];
  ensures (forall<a> q: Ref, f: Field a :: q != r ==> H[q, f] == old(H)[q, f]);
{ havoc r; assume r != null && !H[r, alloc]; H[r, alloc] := true; H[r, next] := null; }

procedure TwoNew()
  modifies H;
{
  var a, b: Ref;
  call a := New(); call b := New();
  assert a != b && H[a, alloc];
  assert H[b, val] == H[a, val];
}

procedure HeapMaps(h: Heap, g: Heap, r: Ref)
{
  assert h == g ==> h[r, val] == g[r, val];
  assert h[r, val := 1][r, alloc := true][r, val] == 1;
  assert h[r, val := 1][r, size] == 1;
}

procedure Reals(x: real, n: int)
  requires x > 0.5;
{
  assert x * 2.0 > 1.0 && real(n) + 0.5 > real(n) && 1 / 4 == 0.25;
  assert int(2.7) == 2 && int(-2.7) == -3 && 1.5e1 == 15.0;
  assert avg(x, x) == x;
  assert real(int(x)) <= x;
  assert real(int(x)) == x;
}

procedure Halve(n: int)
  modifies total;
  ensures total > 0.0;
{
  var k: int;
  total := 1.0; k := 0;
  while (k < n)
    invariant total > 0.0;
    invariant total <= 1.0;
    invariant total < 1.0;
  { total := total / 2.0; k := k + 1; }
}

procedure Lambdas(y: int, z: int)
{
  var m: [int]int; var n: [int, bool]int;
  m := (lambda i: int :: i + y);
  assert m[2] == y + 2 && shift(3)[4] == 7;
  assert y == z ==> m == (lambda k: int :: k + z);
  n := (lambda i: int, b: bool :: if b then m[i] else 0);
  assert n[1, true] == y + 1 && n[1, false] == 0;
  assert (forall i: int :: (lambda j: int :: j * 2)[i] == i + i);
  assert (lambda i: int :: (lambda j: int :: i - j))[5][3] == 2;
  assert m[y] == 2 * z;
}

procedure Lets(x: int, y: int)
{
  assert (var a, b := x + 1, y; a > x && b == y);
  assert (var a := x; (var b := a + 1; b) == a + 1);
  assert (var s := Add(Empty(), x); s[x] && (s[y] ==> x == y));
  assert (var a := x; a > y);
}

//= types.bpl(44,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= types.bpl(61,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= types.bpl(73,36): Error BP5003: A postcondition might not hold on this return path. (quantified assumptions checked at N instances)
//= types.bpl(72,3): Related location: This is the postcondition that might not hold.
//= types.bpl(81,19): Error BP5003: A postcondition might not hold on this return path. (quantified assumptions checked at N instances)
//= types.bpl(80,3): Related location: This is the postcondition that might not hold.
//= types.bpl(95,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= types.bpl(102,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= types.bpl(112,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= types.bpl(124,5): Error BP5004: This loop invariant might not hold on entry. (quantified assumptions checked at N instances)
//= types.bpl(138,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= types.bpl(146,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= Muster program verifier finished with 3 verified, 10 errors
