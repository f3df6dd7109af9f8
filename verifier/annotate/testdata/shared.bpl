// What is known of shared instances becomes contracts. Both branches call the next level, one with g + 1.
// loops: 0 in place, 0 not
var g: int;
var m: [int]int;
procedure {:entrypoint} main(p: int)
  modifies g, m;
{
  g := 0; m[p] := 0;
  call A0(p);
  assert g <= 8 && m[p] <= 8;
}
procedure A0(p: int)
  modifies g, m;
{
  if (*) { g := g + 1; call A1(p); } else { m[p] := m[p] + 1; call A1(p); }
}
procedure A1(p: int)
  modifies g, m;
{
  if (*) { g := g + 1; call A2(p); } else { m[p] := m[p] + 1; call A2(p); }
}
procedure A2(p: int)
  modifies g, m;
{
  if (*) { g := g + 1; call A3(p); } else { m[p] := m[p] + 1; call A3(p); }
}
procedure A3(p: int)
  modifies g, m;
{
  if (*) { g := g + 1; call A4(p); } else { m[p] := m[p] + 1; call A4(p); }
}
procedure A4(p: int)
  modifies g, m;
{
  if (*) { g := g + 1; call A5(p); } else { m[p] := m[p] + 1; call A5(p); }
}
procedure A5(p: int)
  modifies g, m;
{
  if (*) { g := g + 1; call A6(p); } else { m[p] := m[p] + 1; call A6(p); }
}
procedure A6(p: int)
  modifies g, m;
{
  if (*) { g := g + 1; call A7(p); } else { m[p] := m[p] + 1; call A7(p); }
}
procedure A7(p: int)
  modifies g, m;
{
  if (*) { g := g + 1;  } else { m[p] := m[p] + 1;  }
}
