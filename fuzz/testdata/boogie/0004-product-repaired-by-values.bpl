// The product in the loop was repaired value by value: after 200 lemmas about pairs of values of its factors, the
// answer of corral was unknown. A lemma that fixes one factor makes the product linear.
// bound 4, variant 3047587
var g0: int;
var g1: int;
var g2: int;
procedure main(a0: int, a1: int) returns (r0: bool)
  modifies g0, g1, g2;
{
  var v0: int where 0 <= v0 && v0 <= 2;
  var v1: int;
    g2 := 0;
    while (g2 < 2) {
      g2 := g0;
      g2 := g2 + 1;
    }
    v1 := 0;
    while (v1 < 3) {
      r0, v0 := g0 >= v0, (if r0 then a0 else g0) + g0 * v0;
      v1 := v1 + 1;
    }
    assert r0;
}
