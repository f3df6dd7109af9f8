// Machine words as a translator of C sees them: the length of a packet is read
// byte by byte from memory, and the end of the packet is compared with the end
// of the buffer.
//
// The length is compared with the room that is left. checksum_bug.bpl adds it to
// the offset instead, and the sum wraps around.
//
// EXPECT: safe up to bound 3

type ref = bv16;

function {:bvbuiltin "bvadd"} $add(x: bv16, y: bv16) : bv16;
function {:bvbuiltin "bvsub"} $sub(x: bv16, y: bv16) : bv16;
function {:bvbuiltin "bvxor"} $xor(x: bv16, y: bv16) : bv16;
function {:bvbuiltin "bvult"} $ult(x: bv16, y: bv16) : bool;
function {:bvbuiltin "bvule"} $ule(x: bv16, y: bv16) : bool;
function {:bvbuiltin "(_ zero_extend 8)"} $zext(x: bv8) : bv16;

// A word in memory, the least significant byte first.
function {:inline} $load(M: [ref]bv8, p: ref) : bv16
{
  M[$add(p, 1bv16)] ++ M[p]
}

var M: [ref]bv8;
var size: bv16; // of the buffer

procedure byte(offset: bv16) returns (b: bv8)
{
  assert $ult(offset, size); // outside the buffer
  b := M[offset];
}

procedure checksum(offset: bv16) returns (sum: bv16)
{
  var length, i: bv16;
  var b: bv8;

  sum := 0bv16;
  length := $load(M, offset);
  if (!$ule(length, $sub(size, offset))) {
    return;
  }
  i := 0bv16;
  while (i != length) {
    call b := byte($add(offset, i));
    sum := $xor(sum[8:0] ++ sum[16:8], $zext(b));
    i := $add(i, 1bv16);
  }
}

procedure main(offset: bv16)
{
  var sum: bv16;

  assume $ult(4bv16, size) && $ult(size, 1024bv16);
  assume $ule(offset, $sub(size, 2bv16));
  call sum := checksum(offset);
}
