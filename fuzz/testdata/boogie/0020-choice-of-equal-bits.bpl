// A choice between equal bit-vectors, one of them a concatenation of literals, was taken apart into none.
// bound 4, variant 15759699
function {:bvbuiltin "(_ zero_extend 5)"} op5(x0: bv3) : bv8;
var g0: bv8;
var g1: bv8;
procedure main()
  modifies g1;
{
    g1 := if true <== true then if true then 0bv8 else g0 else op5(0bv3);
}
