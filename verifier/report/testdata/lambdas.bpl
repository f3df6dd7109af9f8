// Maps that are lambda expressions, and functions that are asked.
function f(x: int): int;
axiom f(2) == 5;
function sum(n: int): int { if n <= 0 then 0 else sum(n - 1) + n }

procedure main(k: int)
{
  var m: [int]int;
  var below: [int]bool;
  var a: int;

  assume k == 3;
  below := (lambda p: int :: p < k);
  m := (lambda i: int :: if i == 1 then k else f(i));
  m[3] := 4;
  a := f(2) + sum(2) + m[1];
  call first((lambda i: int :: i + a));
  assert below[3] || a == sum(3);
}

procedure first(m: [int]int)
{
  assume m[0] == 11;
}
