// Bit-vectors, and operators by attribute.
function {:bvbuiltin "bvadd"} add(bv32, bv32) returns (bv32);
function {:bvbuiltin "bvult"} less(bv32, bv32) returns (bool);
function {:bvbuiltin "bvand"} and8(bv8, bv8) returns (bv8);

procedure Add(x: bv32) { assert add(x, 0bv32) == x; assert add(x, 1bv32) != x; assert less(x, add(x, 1bv32)); }

procedure Extract(x: bv8) { assert x[8:4] ++ x[4:0] == x; assert and8(x, 15bv8)[8:4] == 0bv4; assert x[8:4] == 0bv4; }

procedure BvLoop(n: bv32) returns (i: bv32)
  ensures !less(i, n);
  ensures i == n;
{ i := 0bv32; while (less(i, n)) invariant i == n || less(i, n) || !less(i, n); { i := add(i, 1bv32); } }

//= bits.bpl(6,80): Error BP5001: This assertion might not hold.
//= bits.bpl(8,95): Error BP5001: This assertion might not hold.
//= bits.bpl(13,15): Error BP5003: A postcondition might not hold on this return path.
//= bits.bpl(12,3): Related location: This is the postcondition that might not hold.
//= Muster program verifier finished with 0 verified, 3 errors
