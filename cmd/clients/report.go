package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// A report prints the table of all answers.
type report struct {
	out    io.Writer
	counts [kinds]int
	missed int              // clients
	used   [2]time.Duration // of the client at hand, on programs with equal verdicts
	totals []string         // a line for each client
}

// A kind is what a comparison of two answers comes to.
type kind int

const (
	agrees kind = iota
	unsupported
	joined  // needs a theory that Muster lacks, and agrees
	differs // Muster's answer
	wrong   // not what the program says about itself
	kinds
)

func (k kind) String() string {
	return [...]string{"", "unsupported", "agrees all the same", "DIFFERS", "NOT AS EXPECTED"}[k]
}

func newReport(out io.Writer) *report {
	fmt.Fprintf(out, "%-32s %-36s %10s %8s\n", "program", "verdict", "reference", "muster")
	return &report{out: out}
}

// skip reports a client that cannot be run.
func (r *report) skip(c *client, why string) {
	r.missed++
	fmt.Fprintf(r.out, "%-32s skipped: %s\n", c.name, why)
}

// row reports the answers on a program.
func (r *report) row(p program, reference, muster answer) {
	k := judge(p, reference, muster)
	r.counts[k]++
	note := k.String()
	if p.needs != "" {
		note += " (" + p.needs + ")"
	}
	fmt.Fprintf(r.out, "%-32s %-36s %10s %8s %s\n", short(p.client.name+"/"+p.name(), 32), short(muster.sum, 36),
		seconds(reference.wall), seconds(muster.wall), note)
	switch k {
	case agrees:
		r.used[0] += reference.wall
		r.used[1] += muster.wall
	case differs, wrong:
		fmt.Fprintf(r.out, "    expected:  %s\n    reference: %v\n    muster:    %v\n", p.expect, reference, muster)
	}
}

func short(s string, n int) string {
	if len(s) > n {
		return s[:n-3] + "..."
	}
	return s
}

func seconds(d time.Duration) string {
	if d == 0 {
		return "-"
	}
	return fmt.Sprintf("%.2f s", d.Seconds())
}

// judge compares two answers with each other and with the expectation.
func judge(p program, reference, muster answer) kind {
	same := !muster.late && reference.sum == muster.sum && slices.Equal(reference.details, muster.details)
	if reference.absent {
		same = muster.sum == p.expect
	}
	switch {
	case p.needs != "" && same && muster.sum == p.expect:
		return joined
	case p.needs != "":
		return unsupported
	case !same:
		return differs
	case p.expect != "" && muster.sum != p.expect:
		return wrong
	}
	return agrees
}

// total ends the rows of a client.
func (r *report) total(c *client) {
	if r.used[0] > 0 {
		r.totals = append(r.totals, fmt.Sprintf("%-32s %-36s %10s %8s  x %.2f", c.name, "all with equal verdicts",
			seconds(r.used[0]), seconds(r.used[1]),
			r.used[1].Seconds()/r.used[0].Seconds()))
	}
	r.used = [2]time.Duration{}
}

// finish prints the sums, and reports whether something differs.
func (r *report) finish() bool {
	fmt.Fprintln(r.out)
	for _, line := range r.totals {
		fmt.Fprintln(r.out, line)
	}
	n := 0
	for _, x := range r.counts {
		n += x
	}
	fmt.Fprintf(r.out, "%d programs: %d agree, %d unsupported, %d differ, %d not as expected; %d clients skipped\n",
		n, r.counts[agrees]+r.counts[joined], r.counts[unsupported], r.counts[differs], r.counts[wrong], r.missed)
	return r.counts[differs]+r.counts[wrong] > 0
}
