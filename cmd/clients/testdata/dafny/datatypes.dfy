// expect: 7 verified, 1 error
// Algebraic datatypes, which Dafny encodes by axioms.

datatype Tree = Leaf | Node(left: Tree, key: int, right: Tree)

function size(t: Tree): nat
{
  match t
  case Leaf => 0
  case Node(l, _, r) => size(l) + 1 + size(r)
}

function mirror(t: Tree): Tree
{
  match t
  case Leaf => Leaf
  case Node(l, k, r) => Node(mirror(r), k, mirror(l))
}

lemma MirrorTwice(t: Tree)
  ensures mirror(mirror(t)) == t
{
}

lemma MirrorSize(t: Tree)
  ensures size(mirror(t)) == size(t)
{
}

predicate member(t: Tree, x: int)
{
  t.Node? && (t.key == x || member(t.left, x) || member(t.right, x))
}

function insert(t: Tree, x: int): Tree
{
  match t
  case Leaf => Node(Leaf, x, Leaf)
  case Node(l, k, r) =>
    if x < k then Node(insert(l, x), k, r)
    else if x > k then Node(l, k, insert(r, x))
    else t
}

lemma InsertMember(t: Tree, x: int)
  ensures member(insert(t, x), x)
{
}

lemma InsertSize(t: Tree, x: int)
  ensures size(insert(t, x)) == size(t) + 1
{
}
