// Code expressions: all executions return true.
var g: int;
procedure Q() { assert |{ var x: bool; A: x := true; return x; }|; assert |{ A: return true; }|; }
procedure R() { assert |{ var x: bool; A: x := false; return x; }|; }
procedure S() { assert |{ var x: bool; A: return x; }|; }
procedure T(x: int, y: int)
  requires |{ var z: bool; Start: z := false; goto B, C; B: assume 0 <= x; goto D; C: assume x < 0; goto R;
              D: goto E, F; E: assume 0 <= y; z := true; goto R; F: assume y < 0; goto R; R: return z; }|;
{ assert 0 <= x + y; assert x <= y; }
procedure {:inline 1} get() returns (l: int) { l := g; }
procedure {:inline 1} twice() returns (l: int) { call l := get(); l := l + l; }
procedure U() modifies g; {
  g := 3;
  assert |{ var l: int; A: call l := twice(); return l == 6; }|;
  g := 4;
  assert old(|{ var l: int; A: call l := get(); return l == 4; }|);
}
// With several executions all must return true where it is asserted or assigned, one where it is assumed or negated.
procedure V3(m: [int]bool)  { assume m[1]; assert |{ A: goto B, C; B: return m[1]; C: return m[2]; }|;  }
procedure V4(m: [int]bool)  { assume m[1]; assert !|{ A: goto B, C; B: return !m[1]; C: return !m[2]; }|;  }
procedure V5(m: [int]bool)  { assert !|{ var b: bool; A: return b; }|;  }
procedure V6(m: [int]bool)  { assert !|{ var b: bool; A: return b; }| || (forall b: bool :: b);  }
procedure V7(m: [int]bool)  { assert |{ A: assume m[1]; return m[1]; }|;  }
procedure V8(m: [int]bool)  { assume |{ A: assume m[1]; return m[2]; }|; assert m[1] ==> m[2];  }
procedure V9(m: [int]bool)  { assume |{ A: assume m[1]; return m[2]; }|; assert m[1] && m[2];  }
procedure V10(m: [int]bool)  { var c: bool; c := |{ A: assume m[1]; return m[2]; }|; assert c <==> (m[1] ==> m[2]);  }
procedure V11(m: [int]bool)  { assume |{ var i: int; A: return m[i]; }|; assert (exists i: int :: m[i]); assert (forall i: int :: m[i]);  }
procedure V12(m: [int]bool)  { assume |{ var i: int; A: i := 1; return m[i]; }|; assert m[1];  }

//= codes.bpl(4,17): Error BP5001: This assertion might not hold.
//= codes.bpl(5,17): Error BP5001: This assertion might not hold.
//= codes.bpl(9,22): Error BP5001: This assertion might not hold.
//= codes.bpl(16,3): Error BP5001: This assertion might not hold.
//= codes.bpl(19,44): Error BP5001: This assertion might not hold.
//= codes.bpl(20,44): Error BP5001: This assertion might not hold.
//= codes.bpl(21,31): Error BP5001: This assertion might not hold.
//= codes.bpl(22,31): Error BP5001: This assertion might not hold.
//= codes.bpl(27,106): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 6 verified, 9 errors
