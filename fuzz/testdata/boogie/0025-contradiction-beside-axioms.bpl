// Two quantified assumptions contradict each other; beside axioms of datatypes that nothing uses that was not found out: corral says unsafe.
// bound 1, variant 13189212
const c0: int;
type {:datatype} D;
function {:constructor} C0(b0: bool, i1: int) : D;
function {:constructor} C1(b0: bool, i1: int) : D;
var g0: int;
procedure p0(a0: int) returns (r0: bv1, r1: bv1)
{
  var {:assumption} assumed: bool;
  L3:
    assume false;
    assume is#C1(C0(false, 0));
}
procedure main()
  requires 0 <= g0 && g0 <= 0;
  free ensures c0 != 1;
  modifies g0;
{
  var vm: [int]int;
    assume (forall q1: int :: {:nopats vm[q1]} {vm[q1]} 2 <= vm[q1]);
    havoc g0;
    vm[-1 mod 3], g0 := g0, 1 div 0;
    assume (forall q2: int :: {:qid "q"} {vm[q2]} 1 <= vm[q2] && vm[q2] <= 1);
}
