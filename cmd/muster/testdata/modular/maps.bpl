// Maps without index.
var m: []int;
procedure N0() modifies m; { m[] := 12; assert m[] == 12; m := m[:= 30]; assert m[] == 30; assert m[] == 12; }
procedure N1(a: []int, b: []int) requires a[] == b[]; { assert a[] == 3 ==> b[:= 4][] + b[] == 7; assert a[] > 0; }
procedure N2(a: [int][]int) { var b: [int][]int; b := a; b[1][] := 2; assert b[1][] == 2 && b[2] == a[2]; assert b == a; }

//= maps.bpl(3,92): Error BP5001: This assertion might not hold.
//= maps.bpl(4,99): Error BP5001: This assertion might not hold.
//= maps.bpl(5,107): Error BP5001: This assertion might not hold.
//= Muster program verifier finished with 0 verified, 3 errors
