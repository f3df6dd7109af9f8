package verify

import (
	"fmt"
	"io"
	"math"
	"regexp"
	"sort"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
	"github.com/muster-smt/muster/cmd/musterbench/peer"
	"github.com/muster-smt/muster/theory/reason"
)

// summarize prints the verdicts that contradict the reference, then what each engine and
// the best of them decided, and the causes of undecided runs.
func summarize(w io.Writer, lines []line, o *Options) {
	for _, l := range lines {
		if l.disputed != "" {
			fmt.Fprintf(w, "DISPUTED %s: %s %s, reference %s (%s)\n", l.Engine, l.File, l.Verdict, l.reference, l.disputed)
		}
	}
	if o.FirstQuery {
		writeFirstQuery(w, lines)
		return
	}
	var engines []string
	byEngine := map[string][]line{}
	for _, l := range lines {
		if byEngine[l.Engine] == nil {
			engines = append(engines, l.Engine)
		}
		byEngine[l.Engine] = append(byEngine[l.Engine], l)
	}
	for _, e := range engines {
		writeEngine(w, e, byEngine[e])
	}
	writeBest(w, lines, o.Peer)
	if o.Peer != "" {
		writeBeside(w, lines, o.Peer)
	}
}

// gcWorth is the least CPU time in seconds of runs for which the share of garbage
// collection is reported: it says little about shorter ones.
const gcWorth = 1

// writeEngine prints the summary of one engine.
func writeEngine(w io.Writer, name string, lines []line) {
	n := map[string]int{}
	disputed := 0
	lost, undecided, checked := causes{}, causes{}, causes{}
	var seconds, cpu, mb, gc []float64
	for _, l := range lines {
		n[l.Verdict]++
		if l.disputed != "" {
			disputed++
		}
		if l.Checked != "" {
			checked.add(l.Checked)
		}
		mb = append(mb, float64(l.PeakMB))
		if l.CPU >= gcWorth && l.GCShare > 0 {
			gc = append(gc, 100*l.GCShare)
		}
		if decided(l.Verdict) {
			seconds, cpu = append(seconds, l.Seconds), append(cpu, l.CPU)
			continue
		}
		if l.Kind.Unconfirmed() {
			lost.add(l.cause())
		} else {
			undecided.add(l.cause())
		}
	}
	fmt.Fprintf(w, "%s: %d files, %d safe, %d unsafe, %d unknown, %d errors, %d disputed\n",
		name, len(lines), n["safe"], n["unsafe"], n["unknown"], n["error"], disputed)
	if len(seconds) > 0 {
		fmt.Fprintf(w, "  decided in %.2f s (median; CPU %.2f s), at most %.2f s; %.0f MB (median of all), at most %.0f MB\n",
			measure.Quantile(seconds, 0.5), measure.Quantile(cpu, 0.5), measure.Quantile(seconds, 1), measure.Quantile(mb, 0.5),
			measure.Quantile(mb, 1))
	}
	if len(gc) > 0 {
		fmt.Fprintf(w, "  garbage collection of runs over %d s of CPU: %.1f%% of it (median), at most %.1f%%\n", gcWorth,
			measure.Quantile(gc, 0.5), measure.Quantile(gc, 1))
	}
	writeCauses(w, "undecided", undecided)
	if found := n["unsafe"] + lost.n; found > 0 && name != peer.Boogie {
		fmt.Fprintf(w, "  errors found: %d, replayed: %d (%d in 100)\n", found, n["unsafe"], 100*n["unsafe"]/found)
	}
	writeCauses(w, "trace not confirmed", lost)
	writeCauses(w, "safe answers checked", checked)
}

// writeBest prints for each set how many programs some engine decided.
func writeBest(w io.Writer, lines []line, peer string) {
	type tally struct{ files, safe, unsafe, found int }
	total := map[string]*tally{}
	verdict := map[string]string{} // by set and file
	var sets []string
	for _, l := range lines {
		if l.Engine == peer {
			continue
		}
		t := total[l.set]
		if t == nil {
			t = &tally{}
			total[l.set] = t
			sets = append(sets, l.set)
		}
		key := l.set + "/" + l.File
		before, seen := verdict[key]
		if !seen {
			t.files++
			verdict[key] = ""
		}
		lost := l.Kind.Unconfirmed()
		switch {
		case decided(before):
		case l.Verdict == "safe":
			t.safe++
			verdict[key] = l.Verdict
		case l.Verdict == "unsafe":
			t.unsafe++
			verdict[key] = l.Verdict
			if before != "lost" {
				t.found++
			}
		case lost && before != "lost":
			t.found++
			verdict[key] = "lost"
		}
	}
	for _, s := range sets {
		t := total[s]
		fmt.Fprintf(w, "best of all on %s: %d of %d decided (%d safe, %d unsafe), %d errors found\n",
			s, t.safe+t.unsafe, t.files, t.safe, t.unsafe, t.found)
	}
}

// writeBeside compares the times with those of a peer, where both decided.
func writeBeside(w io.Writer, lines []line, peer string) {
	type pair struct{ ours, theirs float64 }
	times := map[string]*pair{}
	var files []string
	for _, l := range lines {
		if !decided(l.Verdict) {
			continue
		}
		key := l.set + "/" + l.File
		if times[key] == nil {
			times[key] = &pair{}
			files = append(files, key)
		}
		switch t := times[key]; {
		case l.Engine == peer:
			t.theirs = l.Seconds
		case t.ours == 0 || l.Seconds < t.ours:
			t.ours = l.Seconds
		}
	}
	sum, both, ours, theirs := 0.0, 0, 0, 0
	for _, f := range files {
		switch t := times[f]; {
		case t.theirs == 0:
			ours++
		case t.ours == 0:
			theirs++
		default:
			both++
			sum += math.Log(t.theirs / t.ours)
		}
	}
	fmt.Fprintf(w, "beside %s: %d decided by both, %d by us alone, %d by it alone", peer, both, ours, theirs)
	if both > 0 {
		fmt.Fprintf(w, "; it takes %.2f times our best time (geometric mean)", math.Exp(sum/float64(both)))
	}
	fmt.Fprintf(w, "\n")
}

// writeFirstQuery prints the time and memory until the first query.
func writeFirstQuery(w io.Writer, lines []line) {
	var seconds, cpu, mb []float64
	within, failed := 0, causes{}
	for _, l := range lines {
		if l.Verdict != "reached" {
			failed.add(l.File + ": " + l.Remark)
			continue
		}
		seconds, cpu, mb = append(seconds, l.First), append(cpu, l.CPU), append(mb, float64(l.FirstMB))
		if l.First <= 3 {
			within++
		}
	}
	fmt.Fprintf(w, "first query: reached by %d of %d files\n", len(seconds), len(lines))
	writeCauses(w, "not reached", failed)
	if len(seconds) == 0 {
		return
	}
	fmt.Fprintf(w, "  seconds: median %.2f, 90th percentile %.2f, most %.2f; within 3 s: %d in 100\n",
		measure.Quantile(seconds, 0.5), measure.Quantile(seconds, 0.9), measure.Quantile(seconds, 1), 100*within/len(lines))
	fmt.Fprintf(w, "  CPU seconds of the process: median %.2f, 90th percentile %.2f, most %.2f\n",
		measure.Quantile(cpu, 0.5), measure.Quantile(cpu, 0.9), measure.Quantile(cpu, 1))
	fmt.Fprintf(w, "  memory: median %.0f MB, 90th percentile %.0f MB, most %.0f MB\n",
		measure.Quantile(mb, 0.5), measure.Quantile(mb, 0.9), measure.Quantile(mb, 1))
}

// causes counts the causes of undecided runs.
type causes struct {
	count map[string]int
	n     int
}

func (c *causes) add(why string) {
	if c.count == nil {
		c.count = map[string]int{}
	}
	c.count[why]++
	c.n++
}

// writeCauses prints reasons, the most frequent first.
func writeCauses(w io.Writer, title string, c causes) {
	if c.n == 0 {
		return
	}
	names := make([]string, 0, len(c.count))
	for why := range c.count {
		names = append(names, why)
	}
	sort.Slice(names, func(i, j int) bool {
		if a, b := c.count[names[i]], c.count[names[j]]; a != b {
			return a > b
		}
		return names[i] < names[j]
	})
	fmt.Fprintf(w, "  %s: %d\n", title, c.n)
	for _, why := range names {
		fmt.Fprintf(w, "    %4d  %s\n", c.count[why], why)
	}
}

var (
	position = regexp.MustCompile(`^\S+:\d+:\d+: `)
	number   = regexp.MustCompile(`\d+`)
)

// cause reduces the reason of an undecided run to what many may share: without positions,
// names of procedures and numbers, and with at most one detail. A run without a kind is
// one of a peer, or ended without an answer; its remark counts.
func (r *record) cause() string {
	why := r.Remark
	switch {
	case r.Kind.Unconfirmed():
		why = r.Reason
	case r.Kind == reason.Internal:
		why = r.Kind.String() + ": " + r.Reason
	case r.Kind != reason.None:
		return r.Kind.String()
	}
	why, _, _ = strings.Cut(why, "\n")
	why = position.ReplaceAllString(why, "")
	why, _, _ = strings.Cut(why, " in ")
	why = number.ReplaceAllString(why, "N")
	if parts := strings.SplitN(why, ": ", 3); len(parts) == 3 {
		why = parts[0] + ": " + parts[1]
	}
	if why == "" || why == "unknown" {
		return "no reason"
	}
	return why
}
