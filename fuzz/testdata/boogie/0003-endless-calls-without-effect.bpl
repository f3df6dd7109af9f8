// The call of main has no effect, so the path does not determine how it returns. The interpreter called deeper and
// deeper to find out, and never tried the end of the loop: the answer was unknown.
// bound 1, variant 11491634
procedure p0()
{
  L3:
    goto L3;
}
procedure main()
{
    while (*) {
      call main();
      call p0();
    }
}
