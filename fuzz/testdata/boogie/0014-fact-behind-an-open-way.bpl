// How a block was reached did not count when its facts were checked: an internal error under --check.
// bound 2, variant 4995094
var g2: int where 0 <= g2 && g2 <= 1;
var m: [int]int;
procedure p0(a0: int)
{
    assert 0 > a0 ==> g2 <= 1;
}
procedure main() returns (r0: int)
  modifies g2;
{
    goto L2, L3;
  L1:
    goto L3;
  L2:
    call g2 := main();
    goto L1;
  L3:
    call p0(m[0]);
    goto L1;
}
