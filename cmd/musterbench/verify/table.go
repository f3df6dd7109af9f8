package verify

import (
	"encoding/csv"
	"io"
	"sort"
	"strconv"
)

// counters are the solver's counters in the table.
func counters() []string { return []string{"conflicts", "decisions", "propagations", "theory-lemmas"} }

// writeTable writes the rows, disputed ones first.
func writeTable(w io.Writer, lines []line) error {
	sorted := append([]line(nil), lines...)
	sort.SliceStable(sorted, func(i, j int) bool { return sorted[i].disputed != "" && sorted[j].disputed == "" })
	out := csv.NewWriter(w)
	head := []string{"file", "set", "engine", "bound", "verdict", "reference", "disputed", "seconds", "cpu_seconds",
		"gc_share", "peak_mb",
		"first_query_seconds", "first_query_mb", "instances", "queries", "repairs"}
	head = append(head, counters()...)
	head = append(head, "lines", "procedures", "globals", "abstracted", "tracked", "rounds", "refine_seconds",
		"search_seconds", "checked", "remark")
	if err := out.Write(head); err != nil {
		return err
	}
	seconds := func(s float64) string { return strconv.FormatFloat(s, 'f', 2, 64) }
	for _, l := range sorted {
		row := []string{l.File, l.set, l.Engine, strconv.Itoa(l.bound), l.Verdict, l.reference, l.disputed,
			seconds(l.Seconds), seconds(l.CPU), seconds(l.GCShare), strconv.FormatInt(l.PeakMB, 10),
			seconds(l.First), strconv.FormatInt(l.FirstMB, 10),
			strconv.Itoa(l.Instances), strconv.Itoa(l.Queries), strconv.Itoa(l.Repairs)}
		for _, c := range counters() {
			row = append(row, strconv.FormatInt(l.Counters[c], 10))
		}
		for _, n := range []int{l.Lines, l.Procs, l.Globals, l.Abstracted, l.Tracked, l.Rounds} {
			row = append(row, strconv.Itoa(n))
		}
		if err := out.Write(append(row, seconds(l.Refine), seconds(l.Search), l.Checked, l.Remark)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
