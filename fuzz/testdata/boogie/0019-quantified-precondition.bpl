// A quantified precondition was not among what was assumed when a failing path was asked about as a whole.
// bound 3, variant 226496
procedure p0()
  free requires false <== (exists i1: int :: 0 <= i1 && i1 <= 0);
{
}
procedure main()
{
    call p0();
}
