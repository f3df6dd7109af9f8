// expect: 1 verified, 1 error

function {:bvbuiltin "bvand"} and(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvor"} or(a: bv8, b: bv8): bv8;
function {:bvbuiltin "bvule"} le(a: bv8, b: bv8): bool;

procedure Mask(x: bv8)
{
  assert le(and(x, 15bv8), 15bv8);
}

procedure Spoilt(x: bv8)
{
  assert le(or(x, 15bv8), 15bv8);
}
