// A choice that no value of a variable makes was not seen: the check of safe is open.
// bound 1, variant 15314849
procedure main(a1: bool)
{
    if (a1 || a1) {
    }
    assert if a1 then a1 else true;
}
