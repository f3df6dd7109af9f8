// Memory is one array, and quantified assumptions describe a copy within it.
// The length of the copy comes from the packet itself and is not checked, so
// that the copy can overwrite the canary behind the buffer.
// copy_ok.bpl is correct.
//
// The trace is replayed. The quantified assumptions on it are found to hold for
// all x, since the arrays in it have finitely many entries.
//
// EXPECT: unsafe

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
  var length: int;
  assume packet > 0 && buffer >= packet + 8;
  length := M[packet];
  assume 0 < length && length < 8;
  M[buffer + 4] := 42;
  call M := memcpy(M, M, buffer, packet, length);
  assert M[buffer + 4] == 42;
}
