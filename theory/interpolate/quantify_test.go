package interpolate

import "testing"

// arrays declares what TestAbstract and TestInstances are about: a and b, u and v, and what is local.
const arrays = `(declare-sort S 0) (declare-fun f (S) Int) (declare-fun s () S)
	(declare-fun a () (Array Int Int)) (declare-fun b () (Array Int Int)) (declare-fun c () (Array Int Int)) (declare-fun d () (Array Int Int))
	(declare-fun u () Int) (declare-fun v () Int) (declare-fun x () Int) (declare-fun y () Int) (declare-fun i () Int) (declare-fun j () Int)`

func localArrays() []string { return []string{"c", "d", "i", "j", "x", "y", "s"} }

// TestAbstract shows what is said of all indices in place of those that are local.
func TestAbstract(t *testing.T) {
	for _, x := range []struct{ literals, want string }{
		{"(= (select a i) 4) (not (= (select b i) 4))", "(exists (and (= (select a i0) 4) (not (= (select b i0) 4))) i0)"},
		{"(= x 4) (= x (select a (+ i 112))) (= y x) (not (= (select b (+ i 112)) y))", "(exists (and (= (select a i0) 4) (not (= (select b i0) 4))) i0)"},
		{"(= (select a (- u i)) 0) (< i 3)", "(exists (and (= (select a i0) 0) (<= (+ u (* -1 i0)) 2)) i0)"},
		{"(= (select a (* 4 i)) 0) (= (select b (* 4 i)) 1) (< u 0)", "(<= u -1) (exists (and (= (select a i0) 0) (= (select b i0) 1)) i0)"},
		{"(= (select a i) 0) (= (select b j) 1)", "(exists (= (select a i0) 0) i0) (exists (= (select b i0) 1) i0)"},
		{"(= (select a (select b i)) 0)", "(exists (= (select a (select b i0)) 0) i0)"},
		{"(= b (store a i x)) (< x u)", "(exists (and (= b (store a i0 (select b i0))) (not (<= (+ u (* -1 (select b i0))) 0))) i0)"},
		{"(< (f s) u)", "(exists (not (<= (+ u (* -1 (f i0))) 0)) i0)"},
		{"(= (select c i) 1) (= (select c i) (select a i))", "(exists (= (select a i0) 1) i0)"},
		{"(= (select c i) 1) (< i u)", ""},
		{"(= i (+ u 1)) (= (select a i) 0)", "(= (select a (+ u 1)) 0)"},
	} {
		w, lits := literals(t, arrays, localArrays(), x.literals)
		if got := printed(w.s.st, w.Close(w.Abstract(lits))); got != x.want {
			t.Errorf("%s:\ngot  %s\nwant %s", x.literals, got, x.want)
		}
	}
}

// TestInstances shows the instances that are made of literals.
func TestInstances(t *testing.T) {
	for _, x := range []struct{ literals, want string }{
		{"(forall ((k Int)) (> (select c k) 0)) (= u (select c i))", "(= u (select c i)) (not (<= (select c i) 0))"},
		{"(forall ((k Int)) (or (< k i) (= (select c (+ k 2)) 0))) (= u (select c v))", "(= u (select c v)) (or (= (select c v) 0) (not (<= (+ i (* -1 v)) -2)))"},
		{"(not (exists ((k Int)) (> (select c k) 0))) (= u (select c i))", "(<= (select c i) 0) (= u (select c i))"},
		{"(or (< u 0) (forall ((k Int)) (> (select a k) 0))) (= v (select a i))", "(= v (select a i)) (or (<= u -1) (not (<= (select a i) 0)))"},
		{"(forall ((k Int) (l Int)) (> (select c k) (select d l))) (= u (select c i))", "none"},
		{"(= b (store a i x)) (= u (select b j))", "(= (select b j) (select (store a i x) j)) (= b (store a i x)) (= u (select b j)) (= x (select b i)) (or (and (= i j) (= x (select (store a i x) j))) (and (not (= i j)) (= (select (store a i x) j) (select a j))))"},
		{"(= d (store c i x)) (= u (select d j))", "(= u (select (store c i x) j)) (or (and (= i j) (= x (select (store c i x) j))) (and (not (= i j)) (= (select (store c i x) j) (select c j))))"},
		{"(< u (select a i))", "none"},
	} {
		w, lits := literals(t, arrays, localArrays(), x.literals)
		formulas, any := w.Instances(lits)
		got := "none"
		if any {
			got = printed(w.s.st, formulas)
		}
		if got != x.want {
			t.Errorf("%s:\ngot  %s\nwant %s", x.literals, got, x.want)
		}
	}
}
