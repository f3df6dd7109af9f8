// The call of main has no effect, so the path does not say how it returns; the interpreter looked for a way by calling
// deeper and deeper, and never tried the loop's end: the answer was unknown.
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
