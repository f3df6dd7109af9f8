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
	head := []string{"file", "set", "engine", "verdict", "reference", "disputed", "seconds", "cpu_seconds", "gc_share", "peak_mb",
		"first_query_seconds", "first_query_mb", "instances", "queries", "repairs"}
	head = append(head, counters()...)
	if err := out.Write(append(head, "checked", "remark")); err != nil {
		return err
	}
	seconds := func(s float64) string { return strconv.FormatFloat(s, 'f', 2, 64) }
	for _, l := range sorted {
		row := []string{l.File, l.set, l.Engine, l.Verdict, l.reference, l.disputed,
			seconds(l.Seconds), seconds(l.CPU), seconds(l.GCShare), strconv.FormatInt(l.PeakMB, 10),
			seconds(l.First), strconv.FormatInt(l.FirstMB, 10),
			strconv.Itoa(l.Instances), strconv.Itoa(l.Queries), strconv.Itoa(l.Repairs)}
		for _, c := range counters() {
			row = append(row, strconv.FormatInt(l.Counters[c], 10))
		}
		if err := out.Write(append(row, l.Checked, l.Remark)); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}
