// Memory is one array, and quantified assumptions describe a copy within it: of
// a packet of four words, to the place right before a canary.
//
// EXPECT: safe

type ref = int;

var M: [ref]int;

// The model of memcpy by SMACK: the values of the source within the range, the
// old values below and above it.
procedure memcpy(M.dst: [ref]int, M.src: [ref]int, dst: ref, src: ref, len: int)
  returns (M.ret: [ref]int)
{
  assume (forall x: ref :: dst <= x && x < dst + len ==> M.ret[x] == M.src[src + (x - dst)]);
  assume (forall x: ref :: x < dst ==> M.ret[x] == M.dst[x]);
  assume (forall x: ref :: dst + len <= x ==> M.ret[x] == M.dst[x]);
}

procedure main()
  modifies M;
{
  var packet, buffer: ref;
  assume packet > 0 && buffer >= packet + 4;
  M[packet] := 1;
  M[packet + 3] := 7;
  M[buffer + 4] := 42;
  call M := memcpy(M, M, buffer, packet, 4);
  assert M[buffer] == 1;
  assert M[buffer + 3] == 7;
  assert M[buffer + 4] == 42;
}
