// A function that the abstraction lacks was dropped from the model, and an assumption of the program reads it.
// bound 3, variant 9678434
type Field _;
const field2: Field int;
var h: <a>[Field a]a;
procedure main()
{
    assume 1 <= h[field2];
  L0:
}
