// What a procedure returns that it never assigns was not told at its entry: legion: internal error: the trace is no execution of the program.
// bound 1, variant 5780183
procedure p1() returns (r0: bool)
{
}
procedure main()
{
  var v2: bool;
    call v2 := p1();
    assume v2;
}
