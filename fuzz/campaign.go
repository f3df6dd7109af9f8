package fuzz

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/fuzz/shrink"
	"github.com/muster-smt/muster/sat/limit"
)

// Options of a campaign.
type Options struct {
	Targets []Target
	Dir     string        // for failing cases and the state
	For     time.Duration // 0 means until the context ends
	Cases   uint64        // of each target, in all runs; 0 means no limit
	Seed    uint64        // the number of the first case of each target, if Fresh
	Fresh   bool          // begin at Seed instead of where the last run stopped
	First   bool          // stop at the first failing case, and do not shrink it
	Hang    time.Duration // CPU time after which a case hangs, unless its target has more patience; 0 means 10 s
	Out     io.Writer     // for summaries
	Every   time.Duration // between summaries; 0 means a minute
}

const (
	turn       = time.Second // of a target
	shrinkTime = time.Minute
	shrinkMax  = 50000 // tries
)

// Progress of a target, kept in the state file.
type Progress struct {
	Next  uint64 `json:"next"` // number of the next case
	Cases uint64 `json:"cases"`
	Finds uint64 `json:"finds"`
	// Peers counts wrong answers of other solvers, where evidence of Muster's answer was checked. They are written to files,
	// but are no finds.
	Peers uint64 `json:"peers,omitempty"`
	// Tally says more of what was done.
	Tally tally `json:"tally,omitempty"`
}

// Run runs a campaign until the context ends, the time is over, or all cases are done. It
// returns the progress of each target.
func Run(ctx context.Context, o Options) (map[string]*Progress, error) {
	c := &campaign{Options: o, state: map[string]*Progress{}, runs: map[string]*effort{}, began: time.Now(), reported: time.Now()}
	c.Targets = slices.DeleteFunc(slices.Clone(c.Targets), func(t Target) bool {
		if t.Lacks == nil || t.Lacks() == "" {
			return false
		}
		fmt.Fprintf(c.Out, "%s: left out, for want of %s\n", t.Name, t.Lacks())
		return true
	})
	c.Hang, c.Every = orElse(c.Hang, hangTime), orElse(c.Every, time.Minute)
	if err := c.load(); err != nil {
		return nil, err
	}
	if o.For > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.For)
		defer cancel()
	}
	for c.round(ctx) {
	}
	c.summarize()
	return c.state, errors.Join(c.err, c.save(), c.record(), c.recordFeatures())
}

func orElse(d, other time.Duration) time.Duration {
	if d == 0 {
		return other
	}
	return d
}

type campaign struct {
	Options
	state    map[string]*Progress
	began    time.Time
	reported time.Time
	since    uint64             // cases of this run
	runs     map[string]*effort // by target
	err      error
}

// effort is what was spent on a target in this run.
type effort struct {
	cases, finds uint64
	cpu          time.Duration // of the process, in the target's turns
}

// record appends a row for each target to the table of runs: time, build, target, cases,
// failures, CPU seconds.
func (c *campaign) record() error {
	f, err := os.OpenFile(filepath.Join(c.Dir, "runs.csv"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	for _, t := range c.Targets {
		if r := c.runs[t.Name]; r != nil {
			_, err = fmt.Fprintf(f, "%s,%s,%s,%d,%d,%.1f\n", time.Now().UTC().Format(time.RFC3339), build(), t.Name, r.cases, r.finds, r.cpu.Seconds())
		}
	}
	return errors.Join(err, f.Close())
}

// recordFeatures writes a table of features: how many programs had each since the last one that failed, decided ones and
// others.
func (c *campaign) recordFeatures() error {
	table := map[string][2]uint64{}
	for _, p := range c.state {
		for key, n := range p.Tally {
			for k, prefix := range [2]string{decided, undecided} {
				if f, ok := strings.CutPrefix(key, prefix); ok {
					row := table[f]
					row[k] += n
					table[f] = row
				}
			}
		}
	}
	if len(table) == 0 {
		return nil
	}
	text := "feature,decided,undecided\n"
	for _, f := range slices.Sorted(maps.Keys(table)) {
		text += fmt.Sprintf("%q,%d,%d\n", f, table[f][0], table[f][1])
	}
	return os.WriteFile(filepath.Join(c.Dir, "features.csv"), []byte(text), 0o666)
}

// build returns the revision of this program, if it is known.
func build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	revision, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			revision = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = "+"
		}
	}
	return revision + changed
}

func (c *campaign) stateFile() string { return filepath.Join(c.Dir, "state.json") }

func (c *campaign) load() error {
	if err := os.MkdirAll(c.Dir, 0o777); err != nil {
		return err
	}
	text, err := os.ReadFile(c.stateFile())
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		return err
	default:
		if err := json.Unmarshal(text, &c.state); err != nil {
			return fmt.Errorf("%s: %w", c.stateFile(), err)
		}
	}
	for _, t := range c.Targets {
		if c.state[t.Name] == nil || c.Fresh {
			c.state[t.Name] = &Progress{Next: c.Seed}
		}
	}
	return nil
}

func (c *campaign) save() error {
	text, err := json.MarshalIndent(c.state, "", "\t")
	if err != nil {
		return err
	}
	next := c.stateFile() + ".new"
	if err := os.WriteFile(next, append(text, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(next, c.stateFile())
}

// round gives each target its turn. It returns false at the end of the campaign.
func (c *campaign) round(ctx context.Context) bool {
	more := false
	for i := range c.Targets {
		t := &c.Targets[i]
		p := c.state[t.Name]
		for end := time.Now().Add(turn); time.Now().Before(end); {
			if ctx.Err() != nil || c.err != nil {
				return false
			}
			if c.Cases > 0 && p.Cases >= c.Cases {
				break
			}
			more = true
			if !c.one(ctx, t, p) || c.enough(p) {
				return false
			}
			if time.Since(c.reported) >= c.Every {
				c.summarize()
				c.err = c.save()
			}
		}
	}
	return more
}

// one runs the next case. It returns false if the context ended first.
func (c *campaign) one(ctx context.Context, t *Target, p *Progress) bool {
	n, start := p.Next, cpuTime()
	err := guarded(ctx, func(lim *limit.Limit) error { return t.Make(source(t, n)).Run(lim) }, max(c.Hang, t.Patience), cpuTime)
	if errors.Is(err, errEnded) {
		return false
	}
	err = wrong(err, func(more tally) {
		if p.Tally == nil {
			p.Tally = tally{}
		}
		p.Tally.add(more)
	})
	run := c.runs[t.Name]
	if run == nil {
		run = new(effort)
		c.runs[t.Name] = run
	}
	p.Next++
	p.Cases++
	c.since++
	run.cases++
	run.cpu += cpuTime() - start
	switch {
	case errors.Is(err, errPeer):
		p.Peers++
		c.err = c.found(ctx, t, n, err)
	case err != nil:
		p.Finds++
		run.finds++
		c.err = c.found(ctx, t, n, err)
	}
	return true
}

// found shrinks a failing case and writes it to the directory, with the error.
func (c *campaign) found(ctx context.Context, t *Target, n uint64, why error) error {
	small := t.Make(source(t, n))
	if !errors.Is(why, errHangs) && !errors.Is(why, errPeer) && !c.First {
		b := &shrink.Budget{Tries: shrinkMax, End: time.Now().Add(shrinkTime)}
		small = small.Shrink(b, func(s Case) bool {
			err := guarded(ctx, s.Run, c.Hang, cpuTime)
			if err = wrong(err, func(tally) {}); err == nil || errors.Is(err, errHangs) || errors.Is(err, errEnded) {
				return false
			}
			why = err
			return true
		})
	}
	for _, p := range c.state {
		p.Tally.forget(small)
	}
	name := filepath.Join(c.Dir, fmt.Sprintf("%s-%d.txt", t.Name, n))
	fmt.Fprintf(c.Out, "%s: %s\n", name, firstLine(why.Error()))
	text := small.Text()
	comment := fmt.Sprintf("target %s, seed %d\n%v", t.Name, n, why)
	if t.Comment == "" {
		if err := os.WriteFile(strings.TrimSuffix(name, ".txt")+".why", []byte(comment+"\n"), 0o666); err != nil {
			return err
		}
	} else {
		text = append([]byte(t.Comment+" "+strings.ReplaceAll(comment, "\n", "\n"+t.Comment+" ")+"\n"), text...)
	}
	return os.WriteFile(name, text, 0o666)
}

// enough reports whether the campaign is over because of a failing case.
func (c *campaign) enough(p *Progress) bool { return c.First && p.Finds > 0 }

func firstLine(s string) string {
	first, _, _ := strings.Cut(s, "\n")
	return first
}

// summarize writes a summary of one line.
func (c *campaign) summarize() {
	c.reported = time.Now()
	var parts []string
	for _, t := range c.Targets {
		p := c.state[t.Name]
		parts = append(parts, fmt.Sprintf("%s %d cases, %d found", t.Name, p.Cases, p.Finds))
		if p.Peers > 0 {
			parts = append(parts, fmt.Sprintf("%d wrong answers of other solvers", p.Peers))
		}
	}
	for _, t := range c.Targets {
		done := c.state[t.Name].Tally
		for _, what := range slices.Sorted(maps.Keys(done)) {
			if strings.HasPrefix(what, decided) || strings.HasPrefix(what, undecided) {
				continue // there are many
			}
			parts = append(parts, fmt.Sprintf("%d %s", done[what], what))
		}
	}
	passed := time.Since(c.began)
	fmt.Fprintf(c.Out, "%v: %s; %.0f cases/s\n", passed.Round(time.Second), strings.Join(parts, "; "), float64(c.since)/passed.Seconds())
}

// cpuTime returns the processor time of this process so far, or the time of the clock where that is not known.
func cpuTime() time.Duration {
	return cmp.Or(limit.CPU(), time.Duration(time.Now().UnixNano()))
}
