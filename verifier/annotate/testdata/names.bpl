// Names that clash when loops are procedures, or are keywords; types, functions, axioms and quantifiers.
type node;
const unique nil: node;
const unique \old: node;
function next(node) returns (node);
function size(x: node) returns (int);
axiom (forall x: node :: {next(x)} size(next(x)) >= size(x) && (x == nil ==> size(x) == 0));
axiom (forall x, in_n: int :: x div 2 == in_n ==> x mod 2 == x - 2 * in_n);
var in_n: int;
var mark: [node][int]bool;
procedure walk(at: node, n: int) returns (\assume: node)
  modifies mark, in_n;
{
  var i, at_: int;
  \assume := at;
  i := 0;
  while (i < n) {
    \assume := next(\assume);
    if (\assume == \old || \assume == nil) { mark[\assume] := mark[\assume][i := true]; }
    in_n := in_n + i;
    i := i + 1;
  }
}
procedure {:entrypoint} main(n: int)
  modifies mark, in_n;
{
  var x: node;
  in_n := 0;
  while (*) { call x := walk(x, n); }
  assert in_n >= 0;
}
