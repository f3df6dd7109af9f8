// Synonyms, maps of maps, old in depth, implementations with other names.
type Ref;
type Index = int;
type Table = [Index]bool;
type Heap = [Ref][Index]int;
const null: Ref;
const unique red: Ref;
const unique green: Ref;
axiom red != null && green != null;
var heap: Heap;
var alloc: [Ref]bool;
var count: Index;
var {:extern} spare: Table;
function sum(a: [int]int, n: int) returns (int);
axiom (forall a: [int]int, n: int :: {sum(a, n)} n <= 0 ==> sum(a, n) == 0);
axiom (forall a: [int]int, n: int :: {sum(a, n)} n > 0 ==> sum(a, n) == sum(a, n - 1) + a[n - 1]);
function {:inline true} abs(x: int) returns (int) { if x < 0 then -x else x }
function isNull(r: Ref) returns (bool) { r == null }

procedure Alloc() returns (r: Ref)
  modifies alloc;
  ensures !old(alloc)[r] && alloc[r];
  ensures (forall q: Ref :: q != r ==> alloc[q] == old(alloc)[q]);
{ havoc r; assume !alloc[r]; alloc[r] := true; }

procedure TwoAllocs() returns (a: Ref, b: Ref)
  modifies alloc;
  ensures a != b;
  ensures alloc[a] && alloc[b];
  ensures !alloc[null];
{ call a := Alloc(); call b := Alloc(); }

procedure Write(r: Ref, i: int, v: int)
  modifies heap;
  ensures heap[r][i] == v;
  ensures (forall q: Ref, j: int :: q != r ==> heap[q][j] == old(heap)[q][j]);
  ensures (forall j: int :: heap[r][j] == old(heap[r])[j]);
{ heap[r][i] := v; }

procedure OldOfSum(i: int)
  modifies count;
  ensures count == old(count + count) || i > 0;
{ if (i <= 0) { count := count + count; } }

procedure OldTwice()
  modifies count;
  ensures old(old(count)) + 1 == count;
{ count := count + 1; assert old(count) + 1 == count; count := count + 1; count := count - 1; }

procedure Sum(a: [int]int, n: int) returns (s: int)
  requires n >= 0;
  ensures s == sum(a, n);
{ var i: int; i := 0; s := 0; while (i < n) invariant 0 <= i && i <= n && s == sum(a, i); { s := s + a[i]; i := i + 1; } }

procedure SumWrong(a: [int]int, n: int) returns (s: int)
  requires n >= 0;
  ensures s == sum(a, n);
{ var i: int; i := 0; s := 0; while (i < n) invariant 0 <= i && i <= n; invariant s == sum(a, i); { i := i + 1; s := s + a[i]; } }

procedure Abs(x: int) { assert abs(x) >= 0; assert abs(x) == x || abs(x) == -x; assert abs(x) == x; }

procedure Null(r: Ref) { assert isNull(r) <==> r == null; assert !isNull(red); assert red != green; assert isNull(r) || r == red; }

procedure HavocAll()
  modifies heap, alloc, count;
{ havoc heap, alloc; assert count == old(count); assert alloc == old(alloc); }

procedure NameOfDeclaration(a: int, b: bool) returns (c: int);
  requires a > 0 || b;
  ensures c > a;

implementation NameOfDeclaration(x: int, y: bool) returns (z: int)
{ assert x > 0 || y; z := x; if (y) { z := z + 1; } }

procedure Locals()
{ var x: int, y: bool, z: [int]bool; x := 3; y := x == 3; z[x] := y; assert z[3]; assert z[x - 1]; }

procedure Shadow(count: int) returns (r: int)
  requires count > 0;
  ensures r > 0;
{ r := count; assert count > 1; }

procedure Bound(m: [int]int)
  requires m[7] == 100;
{ assert (exists j: int :: m[j] == 100); assert (forall j: int :: m[j] == 100); }

procedure Trigger(m: [int]int, k: int)
  requires (forall i: int :: {m[i]} m[i] > i);
{ assert m[k] > k; assert m[k] > k + 1; }

procedure Mixed(t: Table, i: Index) returns (u: Table)
  ensures u[i];
  ensures (forall j: Index :: j != i ==> u[j] == t[j]);
  ensures u == t;
{ u := t[i := true]; }

procedure Maintains(n: int)
  modifies count;
  requires count == 0;
{ while (count < n) invariant count >= 0; invariant count <= n; { count := count + 1; } }

procedure CallLoop(n: int)
  modifies alloc;
{
  var a, b: Ref;
  call a := Alloc();
  while (*) invariant alloc[a]; { call b := Alloc(); assert a != b; }
  assert b != a;
}

procedure GotoIntoBranch(x: int)
{ if (x > 0) { goto inside; } else { } return; inside: assert x > 0; assert x > 1; }

procedure Ensures0() returns (r: bool) ensures r; { }

//= language.bpl(31,41): Error BP5003: A postcondition might not hold on this return path. (quantified assumptions checked at N instances)
//= language.bpl(30,3): Related location: This is the postcondition that might not hold.
//= language.bpl(38,20): Error BP5003: A postcondition might not hold on this return path. (quantified assumptions checked at N instances)
//= language.bpl(37,3): Related location: This is the postcondition that might not hold.
//= language.bpl(58,73): Error BP5005: This loop invariant might not be maintained by the loop. (quantified assumptions checked at N instances)
//= language.bpl(60,81): Error BP5001: This assertion might not hold.
//= language.bpl(62,101): Error BP5001: This assertion might not hold.
//= language.bpl(66,50): Error BP5001: This assertion might not hold.
//= language.bpl(73,30): Error BP5003: A postcondition might not hold on this return path.
//= language.bpl(70,3): Related location: This is the postcondition that might not hold.
//= language.bpl(76,83): Error BP5001: This assertion might not hold.
//= language.bpl(81,15): Error BP5001: This assertion might not hold.
//= language.bpl(85,42): Error BP5001: This assertion might not hold.
//= language.bpl(89,20): Error BP5001: This assertion might not hold.
//= language.bpl(95,22): Error BP5003: A postcondition might not hold on this return path.
//= language.bpl(94,3): Related location: This is the postcondition that might not hold.
//= language.bpl(100,43): Error BP5004: This loop invariant might not hold on entry.
//= language.bpl(108,3): Error BP5001: This assertion might not hold. (quantified assumptions checked at N instances)
//= language.bpl(112,70): Error BP5001: This assertion might not hold.
//= language.bpl(114,53): Error BP5003: A postcondition might not hold on this return path.
//= language.bpl(114,40): Related location: This is the postcondition that might not hold.
//= language.bpl: Note: 4 axioms that concern none of these errors may contradict each other; it is not known
//= Muster program verifier finished with 4 verified, 16 errors
