// expect: 6 verified, 2 errors
// A class with an invariant and dynamic frames.

class Counter {
  var value: int
  var limit: int

  predicate Valid()
    reads this
  {
    0 <= value <= limit
  }

  constructor(limit: int)
    requires 0 <= limit
    ensures Valid() && value == 0 && this.limit == limit
  {
    this.limit := limit;
    value := 0;
  }

  method Step()
    requires Valid() && value < limit
    modifies this
    ensures Valid() && value == old(value) + 1 && limit == old(limit)
  {
    value := value + 1;
  }

  method Add(n: nat) returns (rest: nat)
    requires Valid()
    modifies this
    ensures Valid() && value + rest == old(value) + n && limit == old(limit)
  {
    rest := n;
    while rest > 0 && value < limit
      invariant Valid() && limit == old(limit)
      invariant value + rest == old(value) + n
    {
      Step();
      rest := rest - 1;
    }
  }

  method Bad()
    requires Valid()
    modifies this
    ensures Valid()
  {
    value := value + 1;
  }
}

method Use()
{
  var c := new Counter(10);
  var d := new Counter(5);
  c.Step();
  assert c.value == 1 && d.value == 0;
  var r := d.Add(7);
  assert d.value + r == 7;
  assert c.value == 1;
  d.Step();
}
