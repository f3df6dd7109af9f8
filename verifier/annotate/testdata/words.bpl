// Bit-vectors with operators, free contracts, a procedure without body, one that never returns, and a constant argument.
function {:bvbuiltin "bvadd"} add(bv8, bv8) returns (bv8);
function {:bvbuiltin "bvult"} less(bv8, bv8) returns (bool);
var state, count: bv8;
var heap: [int]bv8;
procedure read(p: int) returns (v: bv8);
  free requires p > 0;
  free ensures v == heap[p];
procedure fail() modifies count; { count := add(count, 1bv8); assume false; }
procedure step(mode: int, p: int) returns (v: bv8)
  modifies state, count, heap;
  free requires p > 0;
  free ensures less(v, 9bv8);
{
  call v := read(p);
  if (mode == 4) { heap[p] := v; call fail(); }
  if (state == 0bv8) { count := add(count, 0bv8); state := state[8:1] ++ 0bv1; return; }
  if (state != 1bv8) { heap[p] := 0bv8; }
  if (v == 3bv8) { call v := step(mode, p + 1); }
  state := 0bv8;
}
procedure {:entrypoint} main()
  modifies state, count, heap;
{
  var v: bv8;
  state, count := 0bv8, 0bv8;
  while (*) { assert state == 0bv8; call v := step(3, 7); }
  assert count == 0bv8;
}
