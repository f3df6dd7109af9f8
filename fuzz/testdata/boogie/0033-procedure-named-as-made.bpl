// The procedure that calls a recursive entry had the name of another one: internal error: the trace is no execution of the program.
// bound 1, variant 7669611
procedure main_entry()
{
  var v0: bool;
    havoc v0;
    call main();
}
procedure {:entrypoint} main()
{
    if (*) {
      call main();
    }
    assert false;
}
