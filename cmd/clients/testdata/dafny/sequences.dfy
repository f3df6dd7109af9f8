// expect: 5 verified, 1 error
// Lemmas by induction about sequences.

function sum(s: seq<int>): int
{
  if |s| == 0 then 0 else s[0] + sum(s[1..])
}

lemma SumAppend(s: seq<int>, t: seq<int>)
  ensures sum(s + t) == sum(s) + sum(t)
{
  if |s| == 0 {
    assert s + t == t;
  } else {
    assert (s + t)[1..] == s[1..] + t;
    SumAppend(s[1..], t);
  }
}

function reverse(s: seq<int>): seq<int>
{
  if |s| == 0 then [] else reverse(s[1..]) + [s[0]]
}

lemma ReverseLength(s: seq<int>)
  ensures |reverse(s)| == |s|
{
}

lemma ReverseSum(s: seq<int>)
  ensures sum(reverse(s)) == sum(s)
{
  if |s| > 0 {
    SumAppend(reverse(s[1..]), [s[0]]);
  }
}

lemma Wrong(s: seq<int>)
  ensures reverse(s) == s
{
}
