package lab

import (
	"fmt"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/theory"
)

// column is a column of the table of queries: a counter.
type column struct {
	name  string
	value func(after, before map[string]int64, q *query) int64
}

// queryColumns returns the columns for counters of sessions: of a sum, what the query added
// to it; of a size, its value when the query was answered.
func queryColumns(all []session) []column {
	sum := func(name, counter string) column {
		return column{name, func(after, before map[string]int64, _ *query) int64 { return after[counter] - before[counter] }}
	}
	size := func(name, counter string) column {
		return column{name, func(after, _ map[string]int64, _ *query) int64 { return after[counter] }}
	}
	columns := []column{
		sum("conflicts", "conflicts"), sum("decisions", "decisions"), sum("propagations", "propagations"),
		size("relevant_atoms", "relevant-atoms"), size("atoms", "atoms"),
		sum("final_checks", "final-checks"),
	}
	for e := range theory.NumEfforts {
		columns = append(columns, sum("theory_checks_"+e.String(), "theory-checks-"+e.String()))
	}
	columns = append(columns, sum("lemmas", "theory-lemmas"))
	for _, kind := range lemmaKinds(all) {
		columns = append(columns, sum(kind, lemmaCounter+kind))
	}
	return append(columns, sum("instances", "quant-sent"), size("nodes", "nodes"),
		column{"rows", func(after, _ map[string]int64, _ *query) int64 {
			return after["lia-rows-activated"] - after["lia-rows-dropped"]
		}},
		size("clauses", "irredundant-clauses"), size("learned_clauses", "learned-clauses"), size("terms", "terms"),
		column{"heap_kb", func(_, _ map[string]int64, q *query) int64 { return q.heap >> 10 }},
	)
}

// lemmaCounter begins the names of the counters of lemmas, by kind.
const lemmaCounter = "lemma-"

// lemmaKinds returns the kinds of lemmas that there were, in order.
func lemmaKinds(all []session) []string {
	found := map[string]bool{}
	for _, s := range all {
		for i := range s.own.queries {
			for _, c := range s.own.queries[i].stats {
				if kind, ok := strings.CutPrefix(c.Name, lemmaCounter); ok {
					found[kind] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// counters returns the counters of the solver after query i and before it.
func (r *replay) counters(i int) (after, before map[string]int64) {
	byName := func(all []stat.Counter) map[string]int64 {
		m := map[string]int64{}
		for _, c := range all {
			m[c.Name] = c.Value
		}
		return m
	}
	if i > 0 {
		before = byName(r.queries[i-1].stats)
	}
	return byName(r.queries[i].stats), before
}

// instances lists the quantifiers that query i instantiated, with the numbers of instances.
func (r *replay) instances(i int) string {
	_, before := r.counters(i)
	var parts []string
	for _, c := range r.queries[i].stats {
		if name, ok := strings.CutPrefix(c.Name, "quant-instances@"); ok && c.Value > before[c.Name] {
			parts = append(parts, fmt.Sprintf("%s=%d", name, c.Value-before[c.Name]))
		}
	}
	return strings.Join(parts, " ")
}

// queryTable returns a table with a line for each query.
func queryTable(all []session) [][]string {
	head := []string{"file", "query", "answer", "peer_answer", "recorded", "seconds", "peer_seconds", "ratio",
		"cpu_seconds", "peer_cpu_seconds", "cpu_ratio"}
	columns := queryColumns(all)
	for _, c := range columns {
		head = append(head, c.name)
	}
	table := [][]string{append(head, "instances_by_quantifier")}
	for _, s := range all {
		for i := range s.own.queries {
			q := &s.own.queries[i]
			row := []string{s.file, strconv.Itoa(i + 1), q.answer, "", q.want, seconds(q.seconds), "", "", seconds(q.cpu), "",
				""}
			if p := s.answered(i); p != nil {
				row[3], row[6], row[7] = p.answer, seconds(p.seconds), seconds(q.seconds/p.seconds)
				if p.cpu > 0 {
					row[9], row[10] = seconds(p.cpu), seconds(q.cpu/p.cpu)
				}
			}
			after, before := s.own.counters(i)
			for _, c := range columns {
				row = append(row, strconv.FormatInt(c.value(after, before, q), 10))
			}
			table = append(table, append(row, s.own.instances(i)))
		}
	}
	return table
}

// sessionTable returns a table with a line for each session, with the final counters.
func sessionTable(all []session) [][]string {
	head := []string{"file", "checks", "finished", "seconds", "cpu_seconds",
		"peer_checks", "peer_finished", "peer_seconds", "peer_cpu_seconds", "peer_errors", "disagreements"}
	columns := queryColumns(all)
	for _, c := range columns {
		head = append(head, c.name)
	}
	table := [][]string{head}
	for _, s := range all {
		row := []string{s.file, strconv.Itoa(len(s.own.queries)), strconv.FormatBool(s.own.finished), seconds(s.own.total),
			seconds(s.own.cpu)}
		if p := s.peer; p != nil {
			row = append(row, strconv.Itoa(len(p.queries)), strconv.FormatBool(p.finished), seconds(p.total), seconds(p.cpu),
				strconv.Itoa(p.errors))
		} else {
			row = append(row, "", "", "", "", "")
		}
		row = append(row, strconv.Itoa(s.disagreements()))
		if n := len(s.own.queries); n > 0 {
			after, _ := s.own.counters(n - 1)
			for _, c := range columns {
				row = append(row, strconv.FormatInt(c.value(after, nil, &s.own.queries[n-1]), 10))
			}
		}
		for len(row) < len(head) {
			row = append(row, "")
		}
		table = append(table, row)
	}
	return table
}

func seconds(s float64) string { return strconv.FormatFloat(s, 'f', 4, 64) }

// answered returns the other solver's answer to query i, nil if it has none.
func (s *session) answered(i int) *query {
	if s.peer == nil || i >= len(s.peer.queries) {
		return nil
	}
	return &s.peer.queries[i]
}

// disagreements counts contradictions between the two solvers, and between the native
// one and the session.
func (s *session) disagreements() int {
	n := 0
	contradict := func(a, b string) bool { return a != b && (a == "sat" && b == "unsat" || a == "unsat" && b == "sat") }
	for i, q := range s.own.queries {
		if p := s.answered(i); contradict(q.answer, q.want) || p != nil && contradict(q.answer, p.answer) {
			n++
		}
	}
	return n
}

func writeHead(out io.Writer) {
	_, _ = fmt.Fprintf(out, "%10s %10s %6s %7s %9s %9s %8s %6s %8s  %s\n",
		"seconds", "other's", "ratio", "checks", "conflicts", "lemmas", "nodes", "rows", "relevant", "session")
}

// print prints the line of a session.
func (s *session) print(out io.Writer) {
	other, ratio, note := "-", "-", ""
	if s.peer != nil {
		other, ratio = s.peer.seconds(), fmt.Sprintf("%.2f", s.own.total/s.peer.total)
		if s.peer.errors > 0 {
			note += fmt.Sprintf("  (the other reports %d errors)", s.peer.errors)
		}
	}
	var c map[string]int64
	if n := len(s.own.queries); n > 0 {
		c, _ = s.own.counters(n - 1)
	}
	if n := s.disagreements(); n > 0 {
		note += fmt.Sprintf("  %d DISAGREEMENTS", n)
	}
	_, _ = fmt.Fprintf(out, "%10s %10s %6s %7d %9d %9d %8d %6d %7.1f%%  %s%s\n", s.own.seconds(), other, ratio,
		len(s.own.queries),
		c["conflicts"], c["theory-lemmas"], c["nodes"], c["lia-rows-activated"]-c["lia-rows-dropped"],
		100*float64(c["relevant-atoms"])/float64(max(1, c["atoms"])), filepath.Base(s.file), note)
}

// seconds returns the time of a run, with a > if the limit ended it.
func (r *replay) seconds() string {
	if r.finished {
		return fmt.Sprintf("%.3f", r.total)
	}
	return fmt.Sprintf(">%.3f", r.total)
}

// writePercentiles prints percentiles over all queries, of values that are not always 0.
func writePercentiles(out io.Writer, all []session) {
	columns := queryColumns(all)
	values := make([][]float64, len(columns))
	var own, ratios, busy, relevant []float64
	for _, s := range all {
		for i := range s.own.queries {
			q := &s.own.queries[i]
			own = append(own, 1000*q.seconds)
			if p := s.answered(i); p != nil {
				ratios = append(ratios, q.seconds/p.seconds)
				if p.cpu > 0 {
					busy = append(busy, q.cpu/p.cpu)
				}
			}
			after, before := s.own.counters(i)
			if n := after["atoms"]; n > 0 {
				relevant = append(relevant, 100*float64(after["relevant-atoms"])/float64(n))
			}
			for k, c := range columns {
				values[k] = append(values[k], float64(c.value(after, before, q)))
			}
		}
	}
	_, _ = fmt.Fprintf(out, "\n%-20s %12s %12s %12s %12s\n", "of the queries", "50%", "90%", "99%", "100%")
	line := func(name, format string, v []float64) {
		if measure.Quantile(v, 1) == 0 {
			return
		}
		_, _ = fmt.Fprintf(out, "%-20s", name)
		for _, p := range []float64{0.5, 0.9, 0.99, 1} {
			_, _ = fmt.Fprintf(out, " %12s", fmt.Sprintf(format, measure.Quantile(v, p)))
		}
		_, _ = fmt.Fprintln(out)
	}
	line("milliseconds", "%.2f", own)
	line("ratio to the other", "%.3f", ratios)
	line("ratio of CPU times", "%.3f", busy)
	line("relevant atoms, %", "%.1f", relevant)
	for k, c := range columns {
		line(c.name, "%.0f", values[k])
	}
}

// writeSummary prints sums and ratios.
func writeSummary(out io.Writer, o Options, all []session) {
	var own, ownCPU, peer, peerCPU, logs, logsCPU float64
	var ownQ, peerQ, ownBusy, peerBusy []float64
	var checks, disagree, compared, late, peerLate, unanswered int
	for _, s := range all {
		checks += len(s.own.queries)
		disagree += s.disagreements()
		own, ownCPU = own+s.own.total, ownCPU+s.own.cpu
		if !s.own.finished {
			late++
		}
		if s.peer == nil {
			continue
		}
		compared++
		peer, peerCPU = peer+s.peer.total, peerCPU+s.peer.cpu
		logs += math.Log(s.own.total / s.peer.total)
		logsCPU += math.Log(max(s.own.cpu, 1e-6) / max(s.peer.cpu, 1e-6))
		if !s.peer.finished {
			peerLate++
			unanswered += max(0, len(s.own.queries)-len(s.peer.queries))
		}
		for i := range s.own.queries {
			if p := s.answered(i); p != nil {
				ownQ, peerQ = append(ownQ, s.own.queries[i].seconds), append(peerQ, p.seconds)
				ownBusy, peerBusy = append(ownBusy, s.own.queries[i].cpu), append(peerBusy, p.cpu)
			}
		}
	}
	_, _ = fmt.Fprintf(out, "\n%d sessions, %d checks: %.2f s (CPU %.2f s); %d beyond the limit of %v; %d disagreements\n",
		len(all), checks, own, ownCPU, late, o.Limit, disagree)
	if compared > 0 {
		_, _ = fmt.Fprintf(out, "the other: %.2f s (CPU %.2f s); %d sessions beyond the limit, with %d queries "+
			"unanswered, which count as the limit\n",
			peer, peerCPU, peerLate, unanswered)
		n := float64(compared)
		_, _ = fmt.Fprintf(out, "total %.3f of the other (CPU %.3f); geometric mean by session %.3f (CPU %.3f)\n",
			own/peer, ownCPU/peerCPU, math.Exp(logs/n), math.Exp(logsCPU/n))
		_, _ = fmt.Fprintf(out, "of the %d queries that both answered:\n", len(ownQ))
		for _, p := range []float64{0.5, 0.9, 0.99, 1} {
			a, b, c, d := measure.Quantile(ownQ, p), measure.Quantile(peerQ, p), measure.Quantile(ownBusy, p),
				measure.Quantile(peerBusy, p)
			_, _ = fmt.Fprintf(out, "%3.0f%% %8.4f s, the other %8.4f s, %.3f of it; CPU %8.4f s, the other %8.4f s, %.3f of "+
				"it\n",
				100*p, a, b, a/b, c, d, c/d)
		}
	}
	_, _ = fmt.Fprintf(out, "garbage collection %.1f%% of CPU; peak %d MB\n", 100*measure.GCShare(), measure.SelfPeakMB())
}
