// RUN: %parallel-boogie -inlineDepth:1 "%s" > "%t"
// RUN: %diff good.expect "%t"
procedure good()
{
}
