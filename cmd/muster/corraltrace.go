package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/sat/limit"
	"github.com/muster-smt/muster/verifier"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
	"github.com/muster-smt/muster/verifier/report"
)

// corralWriter prints answers as Corral does.
type corralWriter struct {
	*corralRun
	src    []byte
	failed error
}

func (w *corralWriter) printf(format string, args ...any) {
	if _, err := fmt.Fprintf(w.out, format, args...); err != nil && w.failed == nil {
		w.failed = err
	}
}

// answer prints the bugs and the last answer. It reports whether there is an answer.
func (w *corralWriter) answer(found []*driver.Report, last *driver.Report) bool {
	if w.si {
		return w.statusAnswer(found, last)
	}
	if last.Contexts == 0 {
		w.printf("Single threaded program detected\n")
	}
	for _, r := range found {
		w.printf("Program has a potential bug: True bug\n")
		w.reserve(r)
		w.trace(r)
	}
	switch v, bound := w.verdict(last); {
	case v == verifier.Unsafe:
	case len(found) > 0: // SMACK must not read an answer about the rest as one about all
		w.printf("Of other assertions: %v\n", last.Result)
	case v == verifier.Unknown:
		w.printf("%s\n", inconclusive(last.Result.Reason()))
		return false
	default:
		w.printf("Program has no bugs\n")
		w.bounds(last, v, bound)
	}
	return true
}

// bounds prints what a safe answer is about.
func (w *corralWriter) bounds(r *driver.Report, v verifier.Verdict, bound int) {
	if v == verifier.SafeUpToBound && bound > 0 {
		w.printf("Reached recursion bound of %d\n", bound)
	}
	if r.Contexts > 0 {
		w.printf("Reached context bound of %d\n", r.Contexts)
	}
}

// verdict returns the verdict, and the bound of one up to it: a limit that struck in the search for more leaves the
// answer for the bound that was asked about.
func (w *corralWriter) verdict(r *driver.Report) (v verifier.Verdict, bound int) {
	v = r.Result.Verdict()
	if v == verifier.Unknown && r.Proved >= w.opt.Bound {
		return verifier.SafeUpToBound, w.opt.Bound
	}
	return v, r.Result.Bound()
}

// statusAnswer prints an answer in the words of /si.
func (w *corralWriter) statusAnswer(found []*driver.Report, last *driver.Report) bool {
	v, bound := w.verdict(last)
	if len(found) > 0 {
		v = verifier.Unsafe
	}
	w.printf("Return status: %s\n", status(v))
	switch v {
	case verifier.Unsafe:
		w.printf("Program has bugs\n")
	case verifier.Unknown:
		w.printf("%s\n", inconclusive(last.Result.Reason()))
		return false
	default:
		w.printf("No bugs found\n")
		w.bounds(last, v, bound)
	}
	for _, r := range found {
		w.printf("%s did not verify\n", r.Entry)
		w.reserve(r)
		if w.noTrace {
			continue
		}
		w.nestedTrace(r)
	}
	return true
}

// nestedTrace prints the blocks and calls of a trace. Loops are no calls.
func (w *corralWriter) nestedTrace(r *driver.Report) {
	depth := 0
	var steps []report.Step
	for _, s := range report.Searched(r.Files, r.Result.Trace()) {
		if s.Made || s.Kind == report.Assign || s.Kind == report.Record && !w.values {
			continue
		}
		if s.Kind == report.Return {
			depth--
		}
		s.Depth, s.Text = depth, sourceLabel(s.Text)
		steps = append(steps, s)
		if s.Kind == report.Call {
			depth++
		}
	}
	report.WriteSearched(w.out, r.File, steps)
}

// sourceLabel returns the label of a block in the source, which is another one where the last iteration of a loop
// begins.
func sourceLabel(label string) string { return strings.TrimSuffix(label, "_last") } // verifier/passes

// reserve prints on the standard error what speaks against a bug.
func (w *corralWriter) reserve(r *driver.Report) {
	if remark := r.Result.Remark(); remark != "" {
		fmt.Fprintf(w.err, "muster: unsafe (%s)\n", remark)
	}
}

// trailer prints the statistics.
func (w *corralWriter) trailer(last *driver.Report, elapsed time.Duration) {
	w.printf("Number of procedures inlined: %d\n", last.Result.Stats().Instances)
	w.printf("Total Time: %.2f s\n", elapsed.Seconds())
	if cpu := limit.CPU(); cpu > 0 {
		w.printf("Total User CPU time: %.2f s\n", cpu.Seconds())
	}
}

// trace prints a bug: the assertion, and how it is reached. Places are those in the program behind the source, if some
// are known and such a trace is asked for.
func (w *corralWriter) trace(r *driver.Report) {
	events := w.events(r)
	behind := w.ctrace && slices.ContainsFunc(events, func(e report.Step) bool { return e.Place.Origin != nil })
	for _, e := range events {
		if strings.HasPrefix(e.Message, corralFails) {
			place := corralPlace(r, e.Place, behind)
			w.printf("%s,1): error PF5001: This assertion can fail\n\n", place[:strings.LastIndexByte(place, ',')])
		}
	}
	if w.noTrace {
		return
	}
	w.printf("Execution trace:\n")
	if w.ctrace {
		w.sourceTrace(r, events, behind)
		return
	}
	w.printf("Format: (tid,k)  filename(line,col): blockName   (extra info)\n")
	for _, e := range events {
		place := corralPlace(r, e.Place, false)
		w.printf("(%d,%d)  %*s%s: %s%s\n", e.Thread, e.Context, e.Depth+2, "", place, e.Text, extra(e))
	}
}

// sourceTrace prints a trace of the source, or of the program behind it. Equal lines that follow each other are one.
func (w *corralWriter) sourceTrace(r *driver.Report, events []report.Step, behind bool) {
	before := ""
	for _, e := range events {
		place := corralPlace(r, e.Place, behind)
		unknown := behind && e.Place.Origin == nil && !strings.HasPrefix(e.Message, corralFails)
		if unknown || strings.Contains(place, "corral_do_not_print") {
			continue
		}
		line := fmt.Sprintf("%s: Trace: Thread=%d%s", place, e.Thread, extra(e))
		if line != before {
			w.printf("%s\n", line)
		}
		before = line
	}
}

// corralPlace names a place as Corral does, in the program behind the source if that is wanted and known.
func corralPlace(r *driver.Report, p report.Place, behind bool) string {
	if o := p.Origin; behind && o != nil {
		return fmt.Sprintf("%s(%d,%d)", o.File, o.Line, o.Column)
	}
	return fmt.Sprintf("%s(%d,%d)", cmp.Or(p.File, r.File), p.Line, p.Column)
}

// extra is what stands behind a line of a trace.
func extra(e report.Step) string {
	if e.Message == "" {
		return ""
	}
	return "  (" + e.Message + ")"
}

// corralFails begins what is said of an assertion that fails.
const corralFails = "ASSERTION FAILS"

// events turns the steps of a trace into lines: each has the label of its block as Text, the last place behind the
// source in its procedure as Place.Origin, and as Message what happens.
func (w *corralWriter) events(r *driver.Report) (events []report.Step) {
	threads := map[int][]report.Step{} // by thread: what the lines of each call that lasts have
	t := r.Result.Trace()
	for _, s := range report.Searched(r.Files, t) {
		frames := threads[s.Thread]
		if frames == nil {
			frames = []report.Step{{}}
		}
		add := func(message string) {
			e := frames[len(frames)-1]
			origin := e.Place.Origin
			e.Place, e.Message, e.Thread, e.Context = s.Place, message, max(1, s.Thread), s.Context
			e.Place.Origin = origin
			events = append(events, e)
		}
		top := &frames[len(frames)-1]
		switch s.Kind {
		case report.Block:
			if !s.Made {
				top.Text = sourceLabel(s.Text)
				add("")
			}
		case report.Source:
			top.Place.Origin = s.Place.Origin
			add("")
		case report.Call:
			if !s.Made { // else a loop, which is still a loop in Corral's trace
				add("CALL " + s.Procedure)
				frames = append(frames, report.Step{Depth: top.Depth + 1})
			}
		case report.Return:
			if !s.Made && len(frames) > 1 {
				frames = frames[:len(frames)-1]
				add("RETURN from " + s.Procedure + " ")
			}
		case report.Record:
			if w.values {
				add(cmp.Or(s.Writes[0].Name, "v") + " = " + s.Writes[0].Value)
			}
		case report.Fail:
			add(corralFails + " " + assertionText(w.src, t.Clause) + "\n ")
		}
		threads[s.Thread] = frames
	}
	if len(events) > 0 {
		last := events[len(events)-1]
		last.Message = "Done"
		events = append(events, last)
	}
	return events
}

// assertionText returns the text of an assertion or a clause at a position, as an assert statement in one line.
func assertionText(src []byte, at prog.Pos) string {
	rest := string(src)
	for range at.Line - 1 {
		_, rest, _ = strings.Cut(rest, "\n")
	}
	if at.Col < 1 || int(at.Col) > len(rest) {
		return "assert"
	}
	rest = rest[at.Col-1:]
	quoted := false
	end := strings.IndexFunc(rest, func(c rune) bool {
		quoted = quoted != (c == '"')
		return c == ';' && !quoted
	})
	if end < 0 {
		return "assert"
	}
	text := strings.Join(strings.Fields(rest[:end]), " ")
	for _, keyword := range []string{"assert", "requires", "ensures", "invariant"} {
		text = strings.TrimPrefix(text, keyword)
	}
	return "assert " + strings.TrimSpace(text) + ";"
}
