// The run of all executions that checks a proof did not know that a formula or its negation holds where nothing is known of it.
// bound 4, variant 16483328
procedure main()
{
  var v0: bool;
    assert v0 ==> v0;
}
