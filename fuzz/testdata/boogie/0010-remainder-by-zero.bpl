// A failing execution was unknown: the replay did not find a value for a remainder by zero, although the model had one.
// bound 2, variant 14040014
procedure main()
{
  var v0: int;
    assume v0 mod v0 > 3;
}
