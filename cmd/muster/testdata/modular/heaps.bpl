// A heap of fields of many types, and contracts in the style of dynamic frames: what a call leaves alone follows from quantifiers
// that only their patterns bring together.
type Ref;
type Field T;
type Heap = <T>[Ref, Field T]T;
const null: Ref;
const unique alloc: Field bool;
const unique rep: Field [Ref]bool;
const unique next: Field Ref;
const unique value: Field int;
var heap: Heap;

function Valid(h: Heap, r: Ref): bool;
axiom (forall h: Heap, r: Ref :: { Valid(h, r) }
  Valid(h, r) <==> r != null && h[r, alloc] && h[r, rep][r] && !h[r, rep][null] &&
    (forall o: Ref :: { h[r, rep][o] } h[r, rep][o] ==> h[o, alloc]) &&
    (h[r, next] != null ==> h[r, rep][h[r, next]] && !h[h[r, next], rep][r]));

// What is valid stays so if what it owns is the same.
axiom (forall h, k: Heap, r: Ref :: { Valid(h, r), Valid(k, r) }
  (forall<T> o: Ref, f: Field T :: h[o, alloc] && h[r, rep][o] ==> h[o, f] == k[o, f]) ==> Valid(h, r) == Valid(k, r));

function Only(h: Heap, k: Heap, s: [Ref]bool): bool;
axiom (forall h, k: Heap, s: [Ref]bool :: { Only(h, k, s) }
  Only(h, k, s) <==> (forall<T> o: Ref, f: Field T :: { k[o, f] } h[o, alloc] && !s[o] ==> h[o, f] == k[o, f]) &&
    (forall o: Ref :: { k[o, alloc] } h[o, alloc] ==> k[o, alloc]));

function One(r: Ref): [Ref]bool;
axiom (forall r, o: Ref :: { One(r)[o] } One(r)[o] <==> r == o);
axiom (forall r: Ref :: { One(r) } One(r)[r]);
function Both(a: [Ref]bool, b: [Ref]bool): [Ref]bool;
axiom (forall a, b: [Ref]bool, o: Ref :: { Both(a, b)[o] } Both(a, b)[o] <==> a[o] || b[o]);
function None(a: [Ref]bool, b: [Ref]bool): bool;
axiom (forall a, b: [Ref]bool :: { None(a, b) } None(a, b) <==> (forall o: Ref :: { a[o] } { b[o] } !(a[o] && b[o])));

procedure New(v: int) returns (r: Ref)
  modifies heap;
  ensures Valid(heap, r) && !old(heap)[r, alloc] && heap[r, value] == v && heap[r, next] == null;
  ensures Only(old(heap), heap, One(r)) && heap[r, rep] == One(r);
{
  assume r != null && !heap[r, alloc];
  heap[r, alloc] := true;
  heap[r, next] := null;
  heap[r, value] := v;
  heap[r, rep] := One(r);
}

procedure Set(r: Ref, v: int)
  requires Valid(heap, r);
  modifies heap;
  ensures Only(old(heap), heap, old(heap)[r, rep]);
  ensures Valid(heap, r) && heap[r, value] == v && heap[r, rep] == old(heap)[r, rep];
{
  heap[r, value] := v;
}

procedure Push(r: Ref, v: int) returns (q: Ref)
  requires Valid(heap, r);
  modifies heap;
  ensures Valid(heap, q) && Valid(heap, r) && heap[q, next] == r && heap[q, value] == v;
  ensures Only(old(heap), heap, One(q));
{
  call q := New(v);
  heap[q, next] := r;
  heap[q, rep] := Both(heap[q, rep], heap[r, rep]);
}

procedure Apart(a: Ref, b: Ref)
  requires Valid(heap, a) && Valid(heap, b) && None(heap[a, rep], heap[b, rep]);
  modifies heap;
{
  var before: int;
  var c: Ref;
  before := heap[b, value];
  call Set(a, 3);
  assert Valid(heap, b) && heap[b, value] == before;
  call c := New(4);
  call Set(b, 5);
  assert Valid(heap, a) && heap[a, value] == 3 && heap[c, value] == 4;
}

//= Muster program verifier finished with 4 verified, 0 errors
