// expect: 3 verified, 1 error
// Sets as maps to bool, with union, subset and cardinality by axioms.

type Set = [int]bool;
function union(s: Set, t: Set): Set;
axiom (forall s, t: Set, x: int :: {union(s, t)[x]} union(s, t)[x] <==> s[x] || t[x]);
function subset(s: Set, t: Set): bool;
axiom (forall s, t: Set :: {subset(s, t)} subset(s, t) <==> (forall x: int :: {s[x]} {t[x]} s[x] ==> t[x]));
function size(s: Set): int;
axiom (forall s: Set :: {size(s)} 0 <= size(s));
axiom (forall s: Set, x: int :: {size(s[x := true])} !s[x] ==> size(s[x := true]) == size(s) + 1);
axiom (forall s: Set, x: int :: {size(s[x := false])} s[x] ==> size(s[x := false]) == size(s) - 1);

procedure Union(s: Set, t: Set, u: Set)
{
  assume subset(s, u) && subset(t, u);
  assert subset(union(s, t), u);
}

procedure Transitive(s: Set, t: Set, u: Set)
{
  assume subset(s, t) && subset(t, u);
  assert subset(s, u);
}

procedure Add(s: Set, x: int, y: int) returns (t: Set)
  requires !s[x] && !s[y] && x != y;
  ensures size(t) == size(s) + 2;
{
  t := s[x := true];
  t := t[y := true];
}

procedure AddAny(s: Set, x: int, y: int) returns (t: Set)
  requires !s[x] && !s[y];
  ensures size(t) == size(s) + 2;
{
  t := s[x := true];
  t := t[y := true];
}
