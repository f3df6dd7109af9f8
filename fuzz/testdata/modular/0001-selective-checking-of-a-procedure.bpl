// {:selective_checking} of a procedure counts where its body is in an implementation; only the attribute of that did.
// bound 3, variant 11046025
procedure {:selective_checking} p(a: int);
implementation p(a: int)
{
    while (*)
      invariant a >= -2;
    {
    }
    assert a > 0;
}
procedure main(a: int)
{
    assert a != 3;
}
