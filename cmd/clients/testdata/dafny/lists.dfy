// expect: 6 verified, 1 error
// A linked list with a ghost set of its nodes.

class Node {
  var data: int
  var next: Node?
  ghost var nodes: set<Node>

  predicate Valid()
    reads this, nodes
    decreases nodes
  {
    this in nodes &&
    (next != null ==> next in nodes && next.nodes <= nodes && this !in next.nodes && next.Valid())
  }

  constructor(data: int)
    ensures Valid() && fresh(nodes) && this.data == data
  {
    this.data := data;
    next := null;
    nodes := {this};
  }

  method Prepend(d: int) returns (r: Node)
    requires Valid()
    ensures r.Valid() && fresh(r.nodes - old(nodes))
  {
    r := new Node(d);
    r.next := this;
    r.nodes := r.nodes + nodes;
  }

  method Last() returns (d: int)
    requires Valid()
    ensures exists n :: n in nodes && n.data == d
    decreases nodes
  {
    if next == null {
      d := data;
    } else {
      d := next.Last();
    }
  }

  method Cut()
    requires Valid()
    modifies this
    ensures Valid() && next != null
  {
    next := null;
  }
}
