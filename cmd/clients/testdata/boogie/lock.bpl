// expect: 3 verified, 2 errors
// A lock with ghost state, type synonyms, where clauses and an abstract procedure.

type Thread;
const unique nobody: Thread;
var owner: Thread;
var acquired: int where 0 <= acquired;

procedure Choose() returns (t: Thread);
  ensures t != nobody;

procedure Acquire(t: Thread)
  requires t != nobody && owner == nobody;
  modifies owner, acquired;
  ensures owner == t && acquired == old(acquired) + 1;
{
  owner := t;
  acquired := acquired + 1;
}

procedure Release(t: Thread)
  requires owner == t;
  modifies owner;
  ensures owner == nobody;
{
  owner := nobody;
}

procedure Good()
  requires owner == nobody;
  modifies owner, acquired;
  ensures owner == nobody && old(acquired) < acquired;
{
  var t: Thread;
  call t := Choose();
  call Acquire(t);
  call Release(t);
}

procedure Twice()
  requires owner == nobody;
  modifies owner, acquired;
{
  var t, u: Thread;
  call t := Choose();
  call u := Choose();
  call Acquire(t);
  call Acquire(u);
}

procedure Stranger()
  requires owner == nobody;
  modifies owner, acquired;
{
  var t, u: Thread;
  call t := Choose();
  call u := Choose();
  call Acquire(t);
  call Release(u);
}
