// What an abstraction has no use for was dropped from the model of the program's execution.
// bound 2, variant 9699801
type Field _;
const field1: Field bool;
var h: <a>[Field a]a;
procedure main()
  modifies h;
{
    h[field1] := true;
}
