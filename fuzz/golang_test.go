package fuzz

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
)

// TestGoPrograms compares programs with what they do, and then with what they do not do.
func TestGoPrograms(t *testing.T) {
	if what := lacksGo(); what != "" {
		t.Skip("there is no command: ", what)
	}
	x := goPrograms{
		"func PROGRAM() uint64 {\n\th = 0\n\tput(3)\n\treturn h\n}\n",
		"var a_1 = []int{1}\n\nfunc PROGRAM() uint64 {\n\ti := len(a_1)\n\treturn uint64(a_1[i])\n}\n",
	}
	dir := t.TempDir()
	did, err := x.execute(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	want := []goOutcome{{value: 3}, {message: "runtime error: index out of range [1] with length 1", line: 6}}
	for i := range want {
		if !reflect.DeepEqual(did[i], want[i]) {
			t.Errorf("program %d: %v, want %v", i, did[i], want[i])
		}
	}
	for _, wrong := range [][2]goOutcome{{{value: 4}, did[1]}, {did[0], {message: "index out of range [2]", line: 6}}, {did[0], {message: did[1].message, line: 5}}} {
		if err := x.compared(t, dir, wrong[:]); err == nil {
			t.Errorf("no difference is seen from %v", wrong)
		}
	}
	if err := x.compared(t, dir, did); err != nil {
		t.Error(err)
	}
}

// compared compares the programs in a directory with what they are said to do.
func (x goPrograms) compared(t *testing.T, dir string, did []goOutcome) error {
	src, err := claimed(dir, did)
	if err != nil {
		t.Fatal(err)
	}
	decided := tally{}
	for i := range x {
		if err := wrong(did[i].compare(context.Background(), src, i), decided.add); err != nil {
			return err
		}
	}
	if decided["safe"] != 1 || decided["unsafe"] != 2 {
		t.Errorf("not all is decided: %v", decided)
	}
	return nil
}

// colored is a case about a program of some color. The second red one fails.
type colored struct{ number }

func (x colored) features() []string { return []string{[2]string{"red", "blue"}[x.number%2]} }

func (x colored) Run(*limit.Limit) error {
	what := decided
	switch {
	case x.number == 2:
		return errors.New("red")
	case x.number > 5:
		what = undecided
	}
	return tally{what + x.features()[0]: 1}
}

func (x colored) Shrink(*shrink.Budget, func(Case) bool) Case { return x }

// TestFeatures: what has failed counts anew, and nothing else.
func TestFeatures(t *testing.T) {
	target := numbers()
	makeNumber := target.Make
	target.Make = func(r *rand.Rand) Case { return colored{makeNumber(r).(number)} }
	dir := t.TempDir()
	if _, err := Run(t.Context(), Options{Dir: dir, Cases: 8, Out: io.Discard, Targets: []Target{target}}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, "features.csv"))
	if err != nil {
		t.Fatal(err)
	}
	if want := "feature,decided,undecided\n\"blue\",3,1\n\"red\",1,1\n"; string(text) != want {
		t.Errorf("%s\nnot\n%s", text, want)
	}
}
