// Two arrays are exchanged: what is read is as it was at the entry.
// want: safe, 1 or more facts
procedure {:entrypoint} main()
{
  var a, b, a0, b0: [int]int;
  var i, k, n, t: int;
  i := 0; a0 := a; b0 := b;
  while (i < n) { t := a[i]; a[i] := b[i]; b[i] := t; i := i + 1; }
  assume 0 <= k && k < n;
  assert a[k] == b0[k] && b[k] == a0[k];
}
