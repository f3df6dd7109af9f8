// The block that a pass puts before an entry to which jumps go was told as one of the source: legion: internal error: the trace is no execution of the program.
// bound 3, variant 15107248
procedure main()
  ensures false;
{
  L1:
    goto L1, L4;
  L4:
}
