// Likewise, with recursion of the entry.
// bound 3, variant 4807990
var g1: int;
procedure p2(a0: int where 0 <= a0 && a0 <= 2)
  modifies g1;
{
    g1 := a0;
}
procedure main(a1: int)
  requires g1 <= 0;
  modifies g1;
{
    if (!(exists i1: int :: 0 <= i1)) {
      call p2(a1 + 1);
    }
    call main(2);
}
