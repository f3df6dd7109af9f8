// Memory as one array, and a copy within it that is described by quantified
// assumptions. The length of the copy comes from the packet itself and nobody
// checks it, so that the copy can run over the canary behind the buffer.
// copy_ok.bpl is correct.
//
// The trace has been replayed; the quantified assumptions on it were found to
// hold for all x, since arrays have finitely many entries.
//
// EXPECT: unsafe

type ref = int;

var M: [ref]int;

// The model of memcpy that SMACK writes: in the range the source's values,
// below and above it the old ones.
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
