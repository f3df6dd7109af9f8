// expect: 3 verified, 1 error
// Objects in a heap of typed fields, with a frame.

type Ref;
type Field _;
const null: Ref;
const unique next: Field Ref;
const unique value: Field int;
type Heap = <t>[Ref, Field t]t;
var H: Heap;

function Good(h: Heap, o: Ref): bool { o != null && 0 <= h[o, value] }

procedure Set(o: Ref, v: int)
  requires o != null && 0 <= v;
  modifies H;
  ensures H[o, value] == v;
  ensures Good(H, o);
  ensures (forall <t> p: Ref, f: Field t :: p != o || f != value ==> H[p, f] == old(H)[p, f]);
{
  H[o, value] := v;
}

procedure Link(o: Ref, p: Ref)
  requires o != null && Good(H, p);
  modifies H;
  ensures H[o, next] == p && Good(H, p);
  ensures H[p, value] == old(H)[p, value];
{
  H[o, next] := p;
}

procedure Both(o: Ref, p: Ref)
  requires o != null && p != null && o != p;
  modifies H;
{
  call Set(p, 3);
  call Link(o, p);
  call Set(o, 4);
  assert H[H[o, next], value] == 3;
}

procedure Alias(o: Ref, p: Ref)
  requires o != null && p != null;
  modifies H;
{
  call Set(p, 3);
  call Set(o, 4);
  assert H[p, value] == 3;
}
