package main

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// leastCPU is the processor time in seconds that counts for what is faster.
const leastCPU = 0.1

// smtGroup is what a solver made of the scripts of a logic.
type smtGroup struct {
	solved, wrong, n int
	logs             float64 // the sum of the logarithms of the costs
}

func (g *smtGroup) add(r *smtRun, limit time.Duration) {
	g.n++
	cost := 2 * limit.Seconds()
	switch r.result {
	case smtSolved:
		g.solved++
		cost = max(r.cpu, leastCPU)
	case smtWrong:
		g.wrong++
	}
	g.logs += math.Log(cost)
}

func (g *smtGroup) mean() float64 { return math.Exp(g.logs / float64(max(g.n, 1))) }

// allLogics and allDecidable name the last rows: nonlinear arithmetic with
// quantifiers counts apart.
const (
	allLogics    = "all"
	allDecidable = "all but U*N*"
)

// summarizeSMT prints wrong answers, then the table by logic.
func summarizeSMT(w io.Writer, runs []smtRun, limit time.Duration) {
	p := printer{w}
	var solvers, logics []string
	groups := map[[2]string]*smtGroup{}
	for i := range runs {
		r := &runs[i]
		if r.result == smtWrong {
			p.f("WRONG %s: %s (%s)\n", r.solver, r.path, r.remark)
		}
		if !slices.Contains(solvers, r.solver) {
			solvers = append(solvers, r.solver)
		}
		if !slices.Contains(logics, r.logic) {
			logics = append(logics, r.logic)
		}
		rows := []string{r.logic, allLogics}
		if strings.HasPrefix(r.logic, "QF") || !strings.Contains(r.logic, "N") {
			rows = append(rows, allDecidable)
		}
		for _, row := range rows {
			key := [2]string{row, r.solver}
			if groups[key] == nil {
				groups[key] = &smtGroup{}
			}
			groups[key].add(r, limit)
		}
	}
	slices.Sort(logics)
	p.smtTable(append(logics, allDecidable, allLogics), solvers, groups)
}

func (p printer) smtTable(rows, solvers []string, groups map[[2]string]*smtGroup) {
	p.f("%-14s %4s", "logic", "n")
	for _, s := range solvers {
		p.f(" %20s", s)
	}
	p.f("  ratios\n")
	for _, row := range rows {
		line, ratios := "", ""
		var first *smtGroup
		n := 0
		for _, s := range solvers {
			g := groups[[2]string{row, s}]
			if g == nil {
				line += fmt.Sprintf(" %20s", "-")
				continue
			}
			n = max(n, g.n)
			what := fmt.Sprintf("%d %.3f s", g.solved, g.mean())
			if g.wrong > 0 {
				what = fmt.Sprintf("%d (%d wrong) %.3f s", g.solved, g.wrong, g.mean())
			}
			line += fmt.Sprintf(" %20s", what)
			if first == nil {
				first = g
			} else {
				ratios += fmt.Sprintf(" %5.2f", first.mean()/g.mean())
			}
		}
		if n > 0 {
			p.f("%-14s %4d%s %s\n", row, n, line, ratios)
		}
	}
}
