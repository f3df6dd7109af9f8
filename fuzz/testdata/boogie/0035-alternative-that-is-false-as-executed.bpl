// One alternative was false as executed, and the other was not learned: proof not confirmed: what reaches a failure may be no execution.
// bound 2, variant 10308864
procedure main(a0: bool)
{
    if (a0 || 0 == 1) {
      assert a0;
    }
}
