// Attributes that say which checks are made, and where. {:verified_under E} checks where E does not hold, and assumes; the first counts.
procedure T1(P: bool, A: bool) { assert {:verified_under A} {:verified_under true} P; }
procedure T2(P: bool, A: bool) { assert {:verified_under true} {:verified_under A} P; }
procedure T3(P: bool, A: bool, B: bool) { assert {:verified_under A} {:verified_under B} P; assert P; }
procedure T4(P: bool, A: bool, B: bool) { assert {:verified_under true}  P; assert P; }
procedure T5(P: bool, A: bool, B: bool) { assert {:verified_under A} {:subsumption 0} P; assert P; }
procedure T6(P: bool, A: bool) requires A; { assert {:verified_under A} {:verified_under false} P; }
procedure T7(P: bool, A: bool) requires A; { assert {:verified_under false} {:verified_under A} P; }
procedure T8(x: int) returns (r: int) ensures {:verified_under true} r > 0; { r := x; }
procedure R(x: int); requires {:verified_under true} x > 0;
procedure T9(x: int) { call R(x); }
procedure T10(x: int, A: bool) { call {:verified_under A} R(x); assert x > 0; }
procedure T11(x: int, A: bool) requires A; { call {:verified_under A} R(x); assert x > 0; }
procedure T12(x: int) { var i: int; while (*) invariant {:verified_under true} i > 0; { } assert i > 0; }
// What is inlined is not checked by itself. {:inline 0} ends the execution; without a number the contract stays.
procedure {:inline 0} I0() {}
procedure {:inline 0} I1() { assert false; }
procedure T13() { call I1(); assert false; }
procedure {:inline} I3() { assert false; }
procedure T14() { call I3(); assert false; }
procedure {:inline true} I4() { assert false; }
procedure T15() { call I4(); assert false; }
procedure {:inline 0} I5(); ensures false;
procedure T16() { call I5(); assert false; }
procedure {:inline 1} I6(x: int) requires x > 0; { assert {:subsumption 0} x > 1; assert x > 1; }
procedure T17(x: int, A: bool) { call {:verified_under A} I6(x); }
// Checks before {:start_checking_here} are assumed.
procedure {:selective_checking true} T18(x: int) ensures x == 3; { assert x > 0; if (x > 5) { assume {:start_checking_here} true; } }
procedure {:selective_checking} T19(x: int) ensures x == 3; { assert x > 0;  }
procedure {:selective_checking false} T20(x: int)  { assert x > 0;  }
procedure {:selective_checking} T21(x: int)  { while (*) { assert x > 0; if (*) { assume {:start_checking_here} true; assert x > 2; }} }
procedure {:selective_checking} T22(x: int)  { assert x > 0; assert {:start_checking_here} x > 1; }
procedure {:selective_checking} T23(x: int)  { assert x > 0; assume {:start_checking_here} x > 1; call R(x); }
procedure {:selective_checking} T24(x: int)  { call R(x); assume {:start_checking_here} x > 1; call R(x); }
procedure {:selective_checking} T25(x: int, y: int)  { call R(x); assume {:start_checking_here} x > 1; call R(y); }
procedure T26(x: int)  { var i: int; while (*) invariant {:start_checking_here} i > 0; { } assert i > 0; }
// What is ignored is not there.
axiom {:ignore} undeclared == 3;
procedure T27();
implementation {:ignore} T27() { assert undeclared; }
implementation T27() { assert false; }
const {:ignore} unique c: int;
const unique d: int;
procedure T28() { assert c != d; }
var {:ignore} v: int where false;
procedure T29() modifies v; { v := 1; assert false; }
// Paths end where false is asserted; so the first of these is no loop.
procedure T30() { L: assert false; goto L; }
procedure T31() { L: assert !true; goto L; }
// Returns in blocks that do nothing are one, at the end of the body.
procedure T32() returns (r: int) ensures r > 0; { if (*) { } else { } }
procedure T33() returns (r: int) ensures r > 0; { if (*) { r := 1; } else { } }
procedure T34(b: bool) returns (r: int) requires b; ensures r > 0; { if (b) { } else { } }
procedure T35() returns (r: int) ensures r > 0; { A: goto B, C; B: return; C: return; }

//= checking.bpl(2,34): Error BP5001: This assertion might not hold.
//= checking.bpl(4,43): Error BP5001: This assertion might not hold.
//= checking.bpl(6,43): Error BP5001: This assertion might not hold.
//= checking.bpl(6,90): Error BP5001: This assertion might not hold.
//= checking.bpl(8,46): Error BP5001: This assertion might not hold.
//= checking.bpl(9,87): Error BP5003: A postcondition might not hold on this return path.
//= checking.bpl(9,39): Related location: This is the postcondition that might not hold.
//= checking.bpl(11,24): Error BP5002: A precondition for this call might not hold.
//= checking.bpl(10,22): Related location: This is the precondition that might not hold.
//= checking.bpl(12,34): Error BP5002: A precondition for this call might not hold.
//= checking.bpl(10,22): Related location: This is the precondition that might not hold.
//= checking.bpl(19,28): Error BP5001: This assertion might not hold.
//= checking.bpl(20,30): Error BP5001: This assertion might not hold.
//= checking.bpl(22,30): Error BP5001: This assertion might not hold.
//= checking.bpl(25,52): Error BP5001: This assertion might not hold.
//= checking.bpl(25,83): Error BP5001: This assertion might not hold.
//= checking.bpl(26,34): Error BP5002: A precondition for this call might not hold.
//= checking.bpl(25,34): Related location: This is the precondition that might not hold.
//= checking.bpl(28,131): Error BP5003: A postcondition might not hold on this return path.
//= checking.bpl(28,50): Related location: This is the postcondition that might not hold.
//= checking.bpl(28,82): Related location: This is another such return path.
//= checking.bpl(30,54): Error BP5001: This assertion might not hold.
//= checking.bpl(31,119): Error BP5001: This assertion might not hold.
//= checking.bpl(32,62): Error BP5001: This assertion might not hold.
//= checking.bpl(35,104): Error BP5002: A precondition for this call might not hold.
//= checking.bpl(10,22): Related location: This is the precondition that might not hold.
//= checking.bpl(36,48): Error BP5004: This loop invariant might not hold on entry.
//= checking.bpl(41,24): Error BP5001: This assertion might not hold.
//= checking.bpl(44,19): Error BP5001: This assertion might not hold.
//= checking.bpl(46,39): Error BP5001: This assertion might not hold.
//= checking.bpl(48,22): Error BP5001: This assertion might not hold.
//= checking.bpl(49,22): Error BP5004: This loop invariant might not hold on entry.
//= checking.bpl(51,71): Error BP5003: A postcondition might not hold on this return path.
//= checking.bpl(51,34): Related location: This is the postcondition that might not hold.
//= checking.bpl(52,77): Error BP5003: A postcondition might not hold on this return path.
//= checking.bpl(52,34): Related location: This is the postcondition that might not hold.
//= checking.bpl(53,79): Error BP5003: A postcondition might not hold on this return path.
//= checking.bpl(53,53): Related location: This is the postcondition that might not hold.
//= checking.bpl(54,87): Error BP5003: A postcondition might not hold on this return path.
//= checking.bpl(54,34): Related location: This is the postcondition that might not hold.
//= Muster program verifier finished with 10 verified, 29 errors
