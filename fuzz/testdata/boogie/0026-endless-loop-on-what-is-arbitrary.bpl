// What a loop decides on stays unknown, so the check split its run in each iteration: proof not confirmed.
// bound 3, variant 11187958
procedure main()
{
  var v0: bool;
  L0:
    if (true && v0) {
    }
    goto L0;
}
