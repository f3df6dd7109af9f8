package main

import (
	"cmp"
	"slices"
	"sync"
	"time"

	"github.com/muster-smt/muster/sat"
	"github.com/muster-smt/muster/sat/limit"
)

// stageClock takes what the stages of a run of muster sat cost: CPU time, collection of
// garbage included, and by how much they raised the peak of memory. The stages inside
// Solve are those of the solver.
type stageClock struct {
	mu   sync.Mutex
	all  []satStage
	now  int
	cpu  time.Duration // of the process, and its peak, when the present stage began or went on
	peak int64
}

// satStage is what a stage has taken.
type satStage struct {
	Name    string  `json:"name"`
	Seconds float64 `json:"seconds"`
	Ticks   int64   `json:"ticks"`
	Runs    int64   `json:"runs"`
	PeakMB  float64 `json:"peak_mb"` // by which it raised the peak
}

// The stages outside the solver.
const (
	stageStart = "start"
	stageRead  = "read"
	stageLoad  = "load"
	stageCheck = "check" // of a model, or what is left of a proof
)

// begin ends the present stage and begins another one, or goes on with it.
func (c *stageClock) begin(name string) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) == 0 {
		c.all = append(c.all, satStage{Name: stageStart, Runs: 1})
	}
	c.account()
	i := slices.IndexFunc(c.all, func(s satStage) bool { return s.Name == name })
	if i < 0 {
		i = len(c.all)
		c.all = append(c.all, satStage{Name: name, Runs: 1})
	}
	c.now = i
}

// account adds what was spent to the present stage.
func (c *stageClock) account() {
	cpu, peak := limit.CPU(), peak()
	c.all[c.now].Seconds += (cpu - c.cpu).Seconds()
	c.all[c.now].PeakMB += float64(peak-c.peak) / (1 << 20)
	c.cpu, c.peak = cpu, peak
}

// count takes ticks and runs from the solver.
func (c *stageClock) count(stages []sat.StageStats) {
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range stages {
		if i := slices.IndexFunc(c.all, func(t satStage) bool { return t.Name == s.Name }); i >= 0 {
			c.all[i].Ticks, c.all[i].Runs = s.Ticks, s.Runs
		}
	}
}

// sorted returns all stages, the most expensive ones first.
func (c *stageClock) sorted() []satStage {
	if c == nil {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) == 0 {
		return nil
	}
	c.account()
	all := slices.Clone(c.all)
	slices.SortStableFunc(all, func(a, b satStage) int { return cmp.Compare(b.Seconds, a.Seconds) })
	return all
}
