// A failing execution was unknown: the replay did not find values for a remainder by zero, though the model had them. Found by boogie 7000013494.
// bound 2, variant 14040014
procedure main()
{
  var v0: int;
    assume v0 mod v0 > 3;
}
