// RUN: %parallel-boogie -contractInfer -printAssignment "%s" > "%t"
// RUN: %diff "%s.expect" "%t"
const {:existential true} b: bool;
const {:existential true} c: bool;
procedure p() returns (r: int)
  ensures b ==> r == 2;
  ensures c ==> r == 3;
{
  r := 2;
}
