// What a map holds where nothing is stored came from a changed tape, and was no number: index out of range [0] with length 0.
// bound 4, variant 9520816
function {:bvbuiltin "(_ zero_extend 60)"} op4(x0: bv4) : bv64;
axiom false;
var m: [int]int;
procedure main() returns (r0: bv64)
  modifies m;
{
    r0 := op4(9223372036854775808bv64[8:7] ++ 0bv64[26:23]);
    m[0] := 0;
}
