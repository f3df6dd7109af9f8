// Invariants: on entry, maintained, free; loops by goto, nested, with break; what a loop changes.
var g: int;
var h: int;

procedure Count(n: int) returns (i: int)
  requires n >= 0;
  ensures i == n;
{ i := 0; while (i < n) invariant i <= n; { i := i + 1; } }

procedure NoInvariant(n: int) returns (i: int)
  requires n >= 0;
  ensures i == n;
{ i := 0; while (i < n) { i := i + 1; } }

procedure NotOnEntry(n: int) { var i: int; i := 0; while (i < n) invariant i > 0; { i := i + 1; } }

procedure NotMaintained(n: int) { var i: int; i := 0; while (i < n) invariant i <= 3; { i := i + 1; } }

procedure Neither(n: int) { var i: int; i := 5; while (i < n) invariant i <= 3; { i := i + 1; } }

procedure Several(n: int)
{
  var i, j: int;
  i, j := 0, 1;
  while (i < n)
    invariant i == j;
    invariant j <= 100;
    invariant i >= -7;
  { i := i + 1; j := j + 2; }
}

procedure FreeInvariant(n: int)
{
  var i: int;
  i := -4;
  while (i < n)
    free invariant i >= 0;
    invariant i >= -1;
  { i := i + 1; }
  assert i >= 0;
  assert i >= 1;
}

procedure FreeNotOnTheWay(n: int)
{
  var i: int;
  i := 0;
  while (i < n)
    free invariant i >= 0;
    invariant i != 7;
  { i := i + 1; }
}

procedure Unchanged(n: int)
  modifies g, h;
{ var i: int; i := 0; g := n; h := 1; while (i < n) { i := i + 1; h := 2; } assert g == n; assert h == 1; }

procedure ChangedByCall();
  modifies g;
  ensures g > old(g);

procedure LoopCalls(n: int)
  modifies g;
{
  var i: int;
  i := 0; g := 0;
  while (i < n) invariant g >= i; { call ChangedByCall(); i := i + 1; }
  assert g >= n;
  assert g == n;
}

procedure LoopCallsWeak(n: int)
  modifies g, h;
{ g := 0; h := 0; while (*) { call ChangedByCall(); } assert h == 0; assert g == 0; }

procedure Nested(n: int, m: int) returns (s: int)
  requires n >= 0 && m >= 0;
{
  var i, j: int;
  i := 0; s := 0;
  while (i < n)
    invariant i <= n;
    invariant s >= 0;
  {
    j := 0;
    while (j < m)
      invariant j <= m;
      invariant s >= 0;
      invariant i < n;
    { s := s + 1; j := j + 1; }
    assert j == m;
    i := i + 1;
  }
  assert i == n;
}

procedure NestedForgets(n: int, m: int) returns (s: int)
{
  var i, j: int;
  i := 0; s := 0;
  while (i < n)
    invariant s >= 0;
  {
    j := 0;
    while (j < m) { s := s + 1; j := j + 1; }
    i := i + 1;
  }
}

procedure NestedOuterUnchanged(n: int)
{
  var i, j: int;
  i := 3;
  while (*) { j := 0; while (*) { j := j + 1; } assert i == 3; i := i + 0; }
}

procedure Break(n: int)
{
  var i: int;
  i := 0;
  while (true) invariant i >= 0; { if (i > n) { break; } i := i + 1; }
  assert i > n;
  assert i == n + 1;
}

procedure BreakOuter(n: int)
{
  var i: int;
  i := 0;
  outer: while (true) invariant i <= 10; {
    while (true) invariant i <= 10; { if (i == 10) { break outer; } i := i + 1; }
  }
  assert i == 10;
}

procedure Goto(n: int) returns (i: int)
{
  start: i := 0; goto head;
  head: assert i >= 0; goto body, done;
  body: assume i < n; i := i + 1; goto head;
  done: assume i >= n; assert i >= n; assert i == n; return;
}

procedure GotoBad(n: int) returns (i: int)
{
  start: i := 0; goto head;
  head: assert i <= 5; assert i >= 0; i := i + 1; assert i <= 6; goto head, done;
  done: return;
}

procedure GotoAssumes(n: int) returns (i: int)
{
  start: i := 0; goto head;
  head: assume i <= 5; assert i >= 0; assume i != 3; i := i + 1; goto head, done;
  done: assert i <= 6; assert i != 4; return;
}

procedure GotoTwoBack(n: int) returns (i: int)
{
  start: i := 0; goto head;
  head: assert i >= 0; goto one, two, done;
  one: i := i + 1; goto head;
  two: i := i - 1; goto head;
  done: return;
}

procedure GotoSelf(n: int) returns (i: int)
{
  start: i := 0; goto head;
  head: assert i != 1; i := i + 1; goto head, done;
  done: return;
}

procedure LoopAtEntry() returns (i: int)
{
  head: assert i > 0; i := i + 1; goto head, done;
  done: assert i > 1; return;
}

procedure TwoEntries(b: bool)
{
  var i: int;
  if (b) { i := 1; goto x; } else { i := 2; goto x; }
  x: assert i > 1; i := i + 1; goto x;
}

procedure TwoLoops(n: int)
{
  var i: int;
  i := 0;
  while (i < n) invariant i >= 0; { i := i + 1; }
  while (i > 0) invariant i >= 0; { i := i - 1; }
  assert i == 0;
  while (i > -3) invariant i >= -2; { i := i - 1; }
}

procedure ReturnInLoop(n: int) returns (r: int)
  ensures r >= 0;
{
  var i: int;
  i := 0; r := -1;
  while (i < n) invariant i >= 0; { if (i == 3) { r := i; return; } i := i + 1; }
}

procedure Infinite() { while (true) { } assert false; }

procedure NeverEntered(n: int) { while (false) { assert false; } assert n == n; assert n == 0; }

procedure AssertInBody(n: int)
{ var i: int; i := 0; while (i < n) invariant i >= 0; { assert i < n; assert i != 3; i := i + 1; } }

procedure OldInInvariant()
  modifies g;
  ensures g >= old(g);
{ while (*) invariant g >= old(g); { g := g + 1; } }

procedure OldInInvariantBad()
  modifies g;
{ while (*) invariant g == old(g); { g := g + 1; } }

procedure HavocInLoop(n: int)
{ var x, y: int; x := 0; y := 0; while (*) { havoc x; assume x > 0; } assert x >= 0; assert y == 0; }

procedure Sum(n: int) returns (s: int)
  requires n >= 0;
  ensures 2 * s == n * (n + 1);
{ var i: int; i := 0; s := 0; while (i < n) invariant i <= n; invariant 2 * s == i * (i + 1); { i := i + 1; s := s + i; } }

// What a head leads to alone belongs to it.
procedure Chain() { var i: int; i := 0; goto L;
  L: assert i >= 0; goto M;
  M: assert i <= 10; i := i + 1; goto L, D;
  D: return; }

//= loops.bpl(13,11): Error BP5003: A postcondition might not hold on this return path.
//= loops.bpl(12,3): Related location: This is the postcondition that might not hold.
//= loops.bpl(15,66): Error BP5004: This loop invariant might not hold on entry.
//= loops.bpl(17,69): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(19,63): Error BP5004: This loop invariant might not hold on entry.
//= loops.bpl(26,5): Error BP5004: This loop invariant might not hold on entry.
//= loops.bpl(38,5): Error BP5004: This loop invariant might not hold on entry.
//= loops.bpl(50,5): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(56,92): Error BP5001: This assertion might not hold.
//= loops.bpl(69,3): Error BP5001: This assertion might not hold.
//= loops.bpl(74,70): Error BP5001: This assertion might not hold.
//= loops.bpl(102,5): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(114,49): Error BP5001: This assertion might not hold.
//= loops.bpl(123,3): Error BP5001: This assertion might not hold.
//= loops.bpl(141,39): Error BP5001: This assertion might not hold.
//= loops.bpl(147,9): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(161,9): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(170,9): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(176,9): Error BP5004: This loop invariant might not hold on entry.
//= loops.bpl(184,6): Error BP5004: This loop invariant might not hold on entry.
//= loops.bpl(194,18): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(202,3): Error BP5003: A postcondition might not hold on this return path.
//= loops.bpl(198,3): Related location: This is the postcondition that might not hold.
//= loops.bpl(207,81): Error BP5001: This assertion might not hold.
//= loops.bpl(210,71): Error BP5001: This assertion might not hold.
//= loops.bpl(219,13): Error BP5005: This loop invariant might not be maintained by the loop.
//= loops.bpl(222,71): Error BP5001: This assertion might not hold.
//= loops.bpl(232,6): Error BP5005: This loop invariant might not be maintained by the loop.
//= Muster program verifier finished with 7 verified, 26 errors
