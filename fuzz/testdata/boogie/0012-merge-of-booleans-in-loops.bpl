// A merge of Booleans was taken for one of integers: a panic.
// bound 1, variant 2730171
var g2: bool;
procedure p0();
  free ensures false;
  modifies g2;
procedure main()
  modifies g2;
{
    while (g2) {
      while (*) {
        call p0();
      }
      if (*) {
        break;
      }
    }
    while (g2) {
    }
}
