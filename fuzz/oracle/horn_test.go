package oracle

import "testing"

func TestHorn(t *testing.T) {
	const rule = "(assert (forall ((a Int)(b Int)) (=> (and (<= 0 a) (<= a 2) (p1 a) (= b (+ a 1)) (<= b 2)) (p1 b))))\n"
	for _, c := range []struct {
		text string
		want bool
	}{
		{"(assert p0)\n", true},
		{"(assert p0)\n(assert (=> p0 false))\n", false},
		{rule + "(assert (p1 0))\n(assert (not (p1 2)))\n", false},
		{rule + "(assert (p1 1))\n(assert (not (p1 0)))\n", true},
		{"(assert (p2 1 2))\n(assert (not (exists ((a Int)) (p2 2 a))))\n", true},
		{"(assert (p2 1 2))\n(assert (not (exists ((a Int)) (p2 a 2))))\n", false},
		{"(assert (forall ((a Int)) (ite (< a 1) (p1 a) (or (p2 a a) p0))))\n(assert (not p0))\n(assert (not (p2 0 0)))\n", true},
	} {
		got, err := Horn(c.text)
		if err != nil || got != c.want {
			t.Errorf("%v, %v, want %v of\n%s", got, err, c.want, c.text)
		}
		if all := someWorld(t, c.text); all != c.want {
			t.Errorf("all interpretations say %v of\n%s", all, c.text)
		}
	}
	for _, text := range []string{"(assert (q 1))\n", "(assert (p1 0)\n", "(assert )\n", "(assert (p1))\n", "(assert (forall ((1 Int)) p0))\n", "(assert (forall"} {
		if _, err := Horn(text); err == nil {
			t.Errorf("no error of %s", text)
		}
	}
}

// someWorld tries all interpretations.
func someWorld(t *testing.T, text string) bool {
	all, err := readHornScript(text)
	if err != nil {
		t.Fatal(err)
	}
	for world := range 1 << hornFacts {
		var w hornWorlds
		for f := range w.heads {
			w.heads[f] = everywhere(world>>f&1 != 0)
		}
		w.bodies = w.heads
		holds := true
		for k := range all {
			var values [26]int
			holds = holds && all[k].eval(&w, true, &values) != 0
		}
		if holds {
			return true
		}
	}
	return false
}
