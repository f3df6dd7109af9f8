package sat

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
)

// report is what a solver says of its own run: where the time went, and counters.
type report struct {
	stages []stage // in the order of the output
	values map[string]float64
}

// stage is a line of a profile. Only muster prints ticks, runs and memory.
type stage struct {
	name        string
	seconds     float64
	ticks, runs int64
	mb          float64 // by which it raised the peak
	counted     bool    // it has them
}

// renamed are the names of counters of cadical and kissat that muster has by another
// name.
var renamed = map[string]string{
	"learned":      "learned-clauses",
	"eliminated":   "eliminated-variables",
	"substituted":  "substituted-variables",
	"congruent":    "congruent-variables",
	"subsumed":     "subsumed-clauses",
	"strengthened": "strengthened-clauses",
	"vivified":     "vivified-clauses",
}

// read takes what a line of the output of muster, cadical or kissat says, without the
// "c " before it.
func (r *report) read(line string) {
	f := strings.Fields(line)
	switch {
	case len(f) == 10 && f[0] == "stage":
		s := stage{name: f[1], counted: true}
		s.seconds, s.ticks, s.runs, s.mb = number(f[2]), int64(number(f[4])), int64(number(f[6])), number(f[8])
		r.stages = append(r.stages, s)
	case len(f) == 3 && strings.HasSuffix(f[1], "%"), len(f) == 4 && f[2] == "%":
		if _, err := strconv.ParseFloat(f[0], 64); err == nil {
			r.stages = append(r.stages, stage{name: f[len(f)-1], seconds: number(f[0])})
		}
	case len(f) > 1 && strings.HasSuffix(f[0], ":"):
		name := strings.TrimSuffix(f[0], ":")
		if to := renamed[name]; to != "" {
			name = to
		}
		r.set(name, number(f[1]))
	case len(f) >= 13 && len(f[0]) == 1 && strings.HasSuffix(f[len(f)-1], "%"):
		r.progress(f[1:])
	}
}

// progress reads a line about the progress of the search, whose columns are, in both
// solvers, seconds, memory, level and more. They are averages of the last conflicts.
func (r *report) progress(f []string) {
	trail := 7 // of cadical
	if len(f) == 14 {
		trail = 9 // of kissat
	}
	if number(f[2]) > 0 && number(f[trail+1]) > 0 {
		r.set("mean-level", number(f[2]))
		r.set("mean-glue", number(f[trail+1]))
		r.set("trail-percent", number(strings.TrimSuffix(f[trail], "%")))
	}
}

func (r *report) set(name string, value float64) {
	if r.values == nil {
		r.values = map[string]float64{}
	}
	r.values[name] = value
}

// number is the value of a number, or 0.
func number(s string) float64 {
	x, _ := strconv.ParseFloat(s, 64)
	return x
}

// derive computes what the table needs from what the solver has printed.
func (r *report) derive() {
	v := r.values
	for _, name := range []string{"decisions", "propagations"} {
		if x, ok := v[name]; ok && v["conflicts"] > 0 {
			r.set(name+"-per-conflict", x/v["conflicts"])
		}
	}
	if n := v["learned-clauses"]; n > 0 && v["learned_lits"] > 0 { // of cadical
		minimized := v["minimized"] + v["shrunken"] + v["minishrunken"]
		r.set("mean-minimized", minimized/n)
		r.set("mean-learned-size", (v["learned_lits"]-minimized)/n)
	}
	if n := v["variables"]; n > 0 && v["mean-trail"] > 0 {
		r.set("trail-percent", 100*v["mean-trail"]/n)
	}
	if x, ok := v["mean-learned-size"]; ok {
		r.set("mean-size-before", x+v["mean-minimized"])
	}
}

// rows are the rows of the table of a formula.
var rows = [...]string{
	"conflicts", "restarts", "decisions-per-conflict", "propagations-per-conflict", "mean-glue", "mean-size-before",
	"mean-learned-size", "mean-level", "trail-percent", "fixed", "eliminated-variables", "substituted-variables",
	"congruent-variables", "subsumed-clauses", "strengthened-clauses", "vivified-clauses",
}

// writeStages prints, for a formula, the runs of the solvers side by side, and where the
// time of each went.
func writeStages(w io.Writer, of []*run) {
	if len(of) == 0 {
		return
	}
	line := func(name string, cell func(*run) string) {
		fmt.Fprintf(w, "%-25s", name)
		for _, r := range of {
			fmt.Fprintf(w, " %12s", cell(r))
		}
		fmt.Fprintln(w)
	}
	for _, r := range of {
		r.report.derive()
	}
	line(filepath.Base(of[0].Input), func(r *run) string { return r.Solver })
	line("answer", func(r *run) string { return r.Verdict })
	line("cpu-seconds", (*run).Seconds)
	line("peak-mb", func(r *run) string { return strconv.FormatInt(r.PeakMB, 10) })
	for _, name := range rows {
		line(name, func(r *run) string {
			if x, ok := r.report.values[name]; ok {
				return strconv.FormatFloat(x, 'f', 1, 64)
			}
			return "-"
		})
	}
	for _, r := range of {
		fmt.Fprintf(w, "%s, by stage\n", r.Solver)
		for _, s := range r.report.stages {
			switch {
			case s.seconds < leastStage && s.mb < 1:
			case s.counted:
				fmt.Fprintf(w, "  %-14s %8.3f s %12d ticks %5d runs %7.1f MB\n", s.name, s.seconds, s.ticks, s.runs, s.mb)
			default:
				fmt.Fprintf(w, "  %-14s %8.3f s\n", s.name, s.seconds)
			}
		}
	}
}

// leastStage are the seconds of a stage that is printed.
const leastStage = 0.005
