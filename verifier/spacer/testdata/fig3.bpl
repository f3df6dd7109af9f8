// The program of the paper's Fig. 3 with the property m0 >= 2*m + 4: the exit of M is reached where it fails. The run is that
// of Fig. 4: lines with an equals sign are the rules as they are applied, to a procedure up to a bound of the recursive
// calls that are open below it. Sum and Query name what is excluded or asked, Reach what is reached. m' is the value at the exit.
procedure M(m0: int) {
  var l0, l1, m: int;
  call l0 := T(m0);
  call l1 := D(l0);
  call m := D(l1);
  assume m0 < 2*m + 4;
}
procedure T(t0: int) returns (t: int) {
  if (t0 <= 0) { t := t0; } else { t := t0 - 2; call t := T(t); t := t + 1; }
}
procedure D(d0: int) returns (d: int) { d := d0 - 1; }

// The paper's n = 0, where M has no execution without calls, and n = 1 are one here, as calls that are not recursive do not count.
// First iteration: any execution of D is asked for, and rho(D, 0) is d = d0-1.
// = Query D, 0:
// = Reach D, 0: (= d0 (+ d' 1))
// Second iteration: both calls of D are jumped over. Fig. 7: projected to the arguments of T, the path says m0 < 2*l0, so t0 < 2*t
// is asked, and sigma(T, 0) is t0 >= 2*t.
// = Query T, 0: (<= (+ t0 (* -2 t')) -1)
// = Sum T, 0: (<= (+ t0 (* -2 t')) -1)
// Third iteration: sigma(D, 0) is d <= d0-1, in ours for all bounds, since D calls nothing.
// = Query D, 0: (<= (+ d0 (* -1 d')) 0)
// = Sum D, all: (<= (+ d0 (* -1 d')) 0)
// Fourth iteration: these suffice for M, as far as they are known, which is up to 0. They are inductive.
// = Sum M, 0:
