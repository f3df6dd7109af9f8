// So did one that calls itself, also in its first call.
// bound 2, variant 9757856
procedure main()
  free ensures false;
{
  var b: bool;
    if (b) {
      call main();
    }
}
