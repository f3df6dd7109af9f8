// The facts of a proof for the bound were not confirmed, and there was no answer to take its place: an internal error.
// bound 1, variant 9453546
var g0: bool;
procedure p1()
{
    if (g0) {
      assert (exists i3: int :: 0 <= i3);
    }
}
procedure main()
{
    call p1();
}
