package fuzz

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
)

// TestRegressions runs the cases that failed once.
func TestRegressions(t *testing.T) {
	for _, target := range Targets() {
		files, err := filepath.Glob(filepath.Join("testdata", target.Name, "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			c, err := target.Read(text, file)
			if err != nil {
				t.Error(err)
			} else if err := wrong(c.Run(nil), func(tally) {}); err != nil {
				t.Errorf("%s: %v", file, err)
			}
		}
	}
}

// TestCases runs the first cases of all targets, which never change.
func TestCases(t *testing.T) {
	t.Setenv("MUSTER_BENCH", "")          // mutants are of the scripts of the repository
	cases := extent.Of(uint64(150), 1000) // too few for most comparisons with gcc
	for _, target := range Targets() {
		if target.Lacks != nil && target.Lacks() != "" {
			t.Logf("%s is left out, for want of %s", target.Name, target.Lacks())
			continue
		}
		for n := range cases / max(target.Slow, 1) {
			c := target.Make(source(&target, n))
			if err := wrong(c.Run(nil), func(tally) {}); err != nil && !errors.Is(err, errPeer) {
				t.Errorf("%s, seed %d: %v\n%s", target.Name, n, err, c.Text())
			}
			if n%50 > 0 {
				continue
			}
			again, err := target.Read(c.Text(), "case")
			if err != nil || !bytes.Equal(again.Text(), c.Text()) {
				t.Errorf("%s, seed %d: the text is not read back unchanged: %v\n%s", target.Name, n, err, c.Text())
			}
		}
	}
}

// TestShrink: the least case of those that are all said to fail is no longer than the first, and can be read.
func TestShrink(t *testing.T) {
	t.Setenv("MUSTER_BENCH", "")
	for _, target := range Targets() {
		if target.Lacks != nil && target.Lacks() != "" {
			continue
		}
		c := target.Make(source(&target, 1))
		small := c.Shrink(&shrink.Budget{Tries: 200}, func(Case) bool { return true })
		if len(small.Text()) > len(c.Text()) {
			t.Errorf("%s:\n%s\nwas\n%s", target.Name, small.Text(), c.Text())
		}
		again, err := target.Read(small.Text(), "case")
		if err != nil || !bytes.Equal(again.Text(), small.Text()) {
			t.Errorf("%s: the text is not read back unchanged: %v\n%s", target.Name, err, small.Text())
		}
	}
}

// number is a case; some numbers fail in some way.
type number int64

func (n number) Text() []byte { return fmt.Appendln(nil, int64(n)) }

func (n number) Run(lim *limit.Limit) error {
	switch {
	case n%10 == 3:
		return errors.New("ends with 3")
	case n%10 == 7:
		panic("ends with 7")
	case n == 15:
		for !lim.Stopped() {
			runtime.Gosched()
		}
		return errors.New("stopped")
	}
	return nil
}

func (n number) Shrink(b *shrink.Budget, fails func(Case) bool) Case {
	list := shrink.Elements([]int64{int64(n)}, b, shrink.Number, func(l []int64) bool { return fails(number(l[0])) })
	return number(list[0])
}

// numbers makes the numbers 0, 1 and so on.
func numbers() Target {
	next := map[uint64]number{}
	for n := range 40 {
		next[source(&Target{Name: "numbers"}, uint64(n)).Uint64()] = number(n)
	}
	return Target{Name: "numbers", Comment: "#", Make: func(r *rand.Rand) Case { return next[r.Uint64()] }}
}

func TestCampaign(t *testing.T) {
	dir := t.TempDir()
	o := Options{Targets: []Target{numbers()}, Dir: dir, Hang: 200 * time.Millisecond, Out: new(bytes.Buffer)}
	for _, step := range []struct {
		cases       uint64
		finds, next uint64
		files       []string
	}{
		{5, 1, 5, []string{"numbers-3.txt"}},
		{5, 1, 5, []string{"numbers-3.txt"}}, // it resumes
		{20, 5, 20, []string{"numbers-13.txt", "numbers-15.txt", "numbers-17.txt", "numbers-3.txt", "numbers-7.txt"}},
	} {
		o.Cases = step.cases
		state, err := Run(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		if p := state["numbers"]; p.Cases != step.cases || p.Finds != step.finds || p.Next != step.next {
			t.Errorf("%d cases: %+v", step.cases, *p)
		}
		files, err := filepath.Glob(filepath.Join(dir, "*.txt"))
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range files {
			files[i] = filepath.Base(f)
		}
		if strings.Join(files, " ") != strings.Join(step.files, " ") {
			t.Errorf("%d cases: files %v", step.cases, files)
		}
	}
	for name, want := range map[string][2]string{ // what failed, and the case
		"numbers-13.txt": {"# ends with 3", "13"},
		"numbers-15.txt": {"# hangs", "15"},
		"numbers-17.txt": {"# panic: ends with 7", "17"},
	} {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(strings.TrimSpace(string(text)), "\n"); !strings.HasPrefix(lines[1], want[0]) || lines[len(lines)-1] != want[1] {
			t.Errorf("%s: %s", name, text)
		}
	}
	o.Fresh, o.Seed, o.Cases = true, 30, 2
	if state, err := Run(context.Background(), o); err != nil || state["numbers"].Next != 32 {
		t.Errorf("with a seed: %v, %v", state["numbers"], err)
	}
	table, err := os.ReadFile(filepath.Join(dir, "runs.csv"))
	if err != nil {
		t.Fatal(err)
	}
	var rows []string
	for line := range strings.Lines(string(table)) {
		f := strings.Split(line, ",")
		rows = append(rows, strings.Join(f[2:len(f)-1], " "))
	}
	if want := []string{"numbers 5 1", "numbers 15 4", "numbers 2 0"}; !slices.Equal(rows, want) {
		t.Errorf("runs %q, want %q", rows, want)
	}
	o = Options{Targets: o.Targets, Dir: t.TempDir(), Out: o.Out, First: true}
	if state, err := Run(context.Background(), o); err != nil || state["numbers"].Next != 4 {
		t.Errorf("up to the first find: %v, %v", state["numbers"], err)
	}
}

func TestCampaignEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	target := Target{Name: "endless", Make: func(*rand.Rand) Case { go cancel(); return number(15) }}
	state, err := Run(ctx, Options{Targets: []Target{target}, Dir: t.TempDir(), Out: new(bytes.Buffer)})
	if err != nil || state["endless"].Cases != 0 {
		t.Errorf("%v, %v", err, state["endless"])
	}
}

func TestUnder(t *testing.T) {
	targets, err := Under(Targets(), []string{"eager", "lazy"})
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]int{}
	for i := range targets {
		for n := range uint64(20) {
			c, ok := targets[i].Make(source(&targets[i], n)).(*smtCase)
			if !ok {
				break
			}
			drawn[c.Plan]++
		}
	}
	if len(drawn) != 2 || drawn["eager"] == 0 || drawn["lazy"] == 0 {
		t.Errorf("plans drawn: %v", drawn)
	}
}
