// RUN: %parallel-boogie /stratifiedInline:1 /extractLoops /recursionBound:4 "%s" > "%t"
// RUN: %diff "%s.expect" "%t"
procedure {:entrypoint} main()
{
  var i: int;
  i := 0;
  while (i < 3) { i := i + 1; }
  assert i != 3;
}
