// expect: 6 verified, 1 error
// Maps, sets and comprehensions.

method Update(m: map<int, int>, k: int, v: int) returns (r: map<int, int>)
  ensures k in r && r[k] == v
  ensures forall x :: x in m && x != k ==> x in r && r[x] == m[x]
{
  r := m[k := v];
}

lemma Disjoint(s: set<int>, t: set<int>)
  requires s !! t
  ensures |s + t| == |s| + |t|
{
}

lemma Subsets(s: set<int>, t: set<int>, u: set<int>)
  requires s <= t
  ensures s * u <= t * u && s - u <= t
{
}

method Evens(n: nat) returns (s: set<int>)
  ensures forall x :: x in s <==> 0 <= x < n && x % 2 == 0
{
  s := set x | 0 <= x < n && x % 2 == 0;
}

method Keys(m: map<int, int>, k: int)
{
  var r := m[k := 1];
  assert |r.Keys| == |m.Keys| + 1;
}
