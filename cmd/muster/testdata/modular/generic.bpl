// Procedures with type parameters: checked for all types, called for certain ones.
type Ref;
type Field _;
var h: <b>[Ref, Field b]b;

procedure same<a>(x: a, y: a);
implementation same<a>(x: a, y: a)
{
  assert x == y;
}

procedure swap<a>(x: a, y: a) returns (u: a, v: a)
  ensures u == y && v == x;
{
  u := y;
  v := x;
}

procedure constant<a>(x: a) returns (m: [int]a)
  ensures (forall i: int :: m[i] == x);
{
  m := (lambda i: int :: x);
}

procedure loop<a>(n: int, x: a, y: a) returns (z: a)
  ensures n > 0 ==> z == y;
  ensures n <= 0 ==> z == y;
{
  var i: int;
  i := 0;
  z := x;
  while (i < n)
    invariant i <= 0 ==> z == x;
    invariant i > 0 ==> z == y;
  {
    z := y;
    i := i + 1;
  }
}

procedure user(k: int)
{
  var m: [int]bool;
  var n: [int]int;
  var p, q: Ref;
  call m := constant(true);
  assert m[7];
  call n := constant(3);
  assert n[2] == 4;
  call p, q := swap(p, p);
  assert p == q;
  call same(true, false);
  call n := loop(k, n, n[3 := 4]);
  assert n[3] == 4;
}

procedure get<b>(r: Ref, f: Field b) returns (v: b)
  ensures v == h[r, f];
{
  v := h[r, f];
}

procedure wrong<b>(r: Ref, f: Field b) returns (v: b)
  ensures v == h[r, f];
{
  havoc v;
}

procedure put<b>(r: Ref, f: Field b, v: b)
  modifies h;
  ensures h == old(h)[r, f := v];
{
  h[r, f] := v;
}

procedure putTwice<c>(r: Ref, f: Field c, v: c)
  modifies h;
  ensures h[r, f] == v;
{
  call put(r, f, v);
  call put(r, f, v);
}

procedure useH(r: Ref, f: Field int, g: Field bool)
  modifies h;
{
  var x: int;
  call put(r, f, 3);
  call put(r, g, true);
  call x := get(r, f);
  assert x == 3;
  assert h[r, g];
  assert x == 4;
}

// What is said of all types is said of those that a procedure is for.
procedure all<a>(x: a, m: <b>[b]int)
{
  assume (forall<b> y: b :: m[y] == 0);
  assert m[x] == 0;
  assert (forall<b> y: b :: m[y] >= 0);
  assert m[x] == 1;
}

procedure rewrite<a>(x: a, m: <b>[b]int) returns (n: <b>[b]int)
  ensures (forall<b> y: b :: n[y] == m[y]);
{
  n := m;
  n[x] := m[x];
}

procedure lambdas<a>(o: Ref, f: Field a, x: a)
  modifies h;
{
  var g: <b>[Ref, Field b]b;
  g := (lambda<b> r: Ref, k: Field b :: h[r, k]);
  assert g[o, f] == h[o, f];
  assert (forall<b> r: Ref, k: Field b :: g[r, k] == h[r, k]);
  h := (lambda<b> r: Ref, k: Field b :: if r == o then old(h)[r, k] else g[o, k]);
  assert h[o, f] == old(h)[o, f];
  g[o, f] := x;
  assert g[o, f] == x;
  assert g[o, f] == h[o, f];
}

//= generic.bpl(9,3): Error BP5001: This assertion might not hold.
//= generic.bpl(32,3): Error BP5003: A postcondition might not hold on this return path.
//= generic.bpl(27,3): Related location: This is the postcondition that might not hold.
//= generic.bpl(33,5): Error BP5005: This loop invariant might not be maintained by the loop.
//= generic.bpl(49,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= generic.bpl(67,1): Error BP5003: A postcondition might not hold on this return path.
//= generic.bpl(64,3): Related location: This is the postcondition that might not hold.
//= generic.bpl(93,3): Error BP5001: This assertion might not hold.
//= generic.bpl(102,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= generic.bpl(123,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= Muster program verifier finished with 6 verified, 8 errors
