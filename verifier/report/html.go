package report

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"
)

//go:embed page.html
var files embed.FS

const (
	// maxPage bounds the data of a page, which should open at once.
	maxPage = 4 << 20
	// around is how many lines of a large source are shown around those of the execution, wholeSource the size of one that is
	// shown as a whole.
	around, wholeSource = 12, 400 << 10
	// maxShown limits the length of a value in a page.
	maxShown = 300
)

// pageData is what the script of the page reads. Strings are numbers: they index Strings.
type pageData struct {
	Strings []string     `json:"strings"`
	Lines   [][2]any     `json:"lines"` // of the source: number and text; 0 where lines are left out
	Reports []pageReport `json:"reports"`
	index   map[string]int
	size    int
}

type pageReport struct {
	Answer   string      `json:"answer"`
	Verdict  string      `json:"verdict"`
	File     string      `json:"file"`
	Entry    string      `json:"entry"`
	Message  string      `json:"message"`
	Question string      `json:"question"`
	Note     string      `json:"note"`
	Place    int         `json:"place"`
	Stats    [][2]string `json:"stats"`
	Steps    [][9]any    `json:"steps"` // kind, depth, procedure, line, text, relevant, writes, thread, context
}

// HTML writes a page that needs nothing else: the verdict, the source, and the executions, through which keys step.
func HTML(w io.Writer, rs []*Report) error {
	d := pageData{index: map[string]int{}, Strings: []string{}, Lines: [][2]any{}}
	shown := map[int]bool{}
	for _, r := range rs {
		d.add(r, shown)
	}
	if len(rs) > 0 {
		d.source(rs[0].Text, shown)
	}
	text, err := json.Marshal(d) // which escapes what would end the script
	if err != nil {
		return err
	}
	page, err := files.ReadFile("page.html")
	if err != nil {
		return err
	}
	before, after, _ := bytes.Cut(page, []byte("@DATA@"))
	for _, part := range [][]byte{before, text, after} {
		if _, err := w.Write(part); err != nil {
			return err
		}
	}
	return nil
}

// text returns the number of a string.
func (d *pageData) text(s string) int {
	if len(s) > maxShown {
		s = strings.ToValidUTF8(s[:maxShown], "") + "..."
	}
	i, ok := d.index[s]
	if !ok {
		i = len(d.Strings)
		d.index[s] = i
		d.Strings = append(d.Strings, s)
		d.size += len(s) + 3
	}
	return i
}

// add adds a report. Of an execution that is too long for a page only the steps that the failure depends on are shown.
func (d *pageData) add(r *Report, shown map[int]bool) {
	p := pageReport{
		Answer: r.Answer, Verdict: r.Verdict, File: r.File, Entry: r.Entry, Question: r.Question, Message: r.Answer,
		Stats: r.statistics(), Steps: [][9]any{},
	}
	if r.Failure != nil {
		p.Message, p.Place = r.Failure.Message, r.Failure.Place.Line
	} else if r.Advice != "" {
		p.Note = "What may help: " + r.Advice + "."
	}
	begin := d.size
	p.Steps = d.steps(r, false)
	if d.size > maxPage {
		d.size = begin
		p.Steps = d.steps(r, true)
		p.Note = fmt.Sprintf("Of %d steps, only the %d that the failure depends on are in this page.", len(r.Steps), len(p.Steps))
	}
	for _, s := range p.Steps {
		shown[s[3].(int)] = true
	}
	d.Reports = append(d.Reports, p)
}

func (d *pageData) steps(r *Report, relevant bool) [][9]any {
	out := [][9]any{}
	for i := range r.Steps {
		s := &r.Steps[i]
		if relevant && !s.Relevant && s.Kind != Call && s.Kind != Return || d.size > maxPage && s.Kind != Fail {
			continue
		}
		writes := [][3]int{}
		for _, list := range [][]Value{s.Writes, s.begun()} {
			for _, v := range list {
				global := 0
				if v.Global {
					global = 1
				}
				writes = append(writes, [3]int{d.text(v.Name), d.text(v.Value), global})
			}
		}
		matters := 0
		if s.Relevant {
			matters = 1
		}
		d.size += 40 + 16*len(writes)
		out = append(out, [9]any{
			d.text(string(s.Kind)), s.Depth, d.text(s.Procedure), s.Place.Line, d.text(s.Line()), matters, writes, s.Thread, s.Context,
		})
	}
	return out
}

// begun returns the values that a call begins with beside its arguments.
func (s *Step) begun() []Value {
	if s.Kind != Call {
		return nil
	}
	return s.Reads
}

// source adds the source, or of a large one the lines around those that are shown.
func (d *pageData) source(text []byte, shown map[int]bool) {
	lines := strings.Split(string(text), "\n")
	whole := len(text) <= wholeSource
	numbers := make([]int, 0, len(shown))
	for n := range shown {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	last := 0
	for i, line := range lines {
		no := i + 1
		if k := sort.SearchInts(numbers, no-around); !whole && (k == len(numbers) || numbers[k] > no+around) || d.size > maxPage+maxPage/8 {
			continue
		}
		if no != last+1 {
			d.Lines = append(d.Lines, [2]any{0, ""})
		}
		last = no
		if line = strings.ToValidUTF8(strings.TrimRight(line, "\r"), "?"); len(line) > maxText {
			line = strings.ToValidUTF8(line[:maxText], "") + " ..."
		}
		d.size += len(line) + 8
		d.Lines = append(d.Lines, [2]any{no, line})
	}
	if last != len(lines) {
		d.Lines = append(d.Lines, [2]any{0, ""})
	}
}

// statistics returns what is told of a run beside its answer.
func (r *Report) statistics() [][2]string {
	out := [][2]string{{"engine", r.Engine}, {"bound", fmt.Sprint(r.Bound)}, {"seconds", fmt.Sprintf("%.2f", r.Seconds)}}
	if r.Contexts > 0 {
		out = append(out, [2]string{"contexts", fmt.Sprint(r.Contexts)})
	}
	if r.Proved > 0 {
		out = append(out, [2]string{"proved up to bound", fmt.Sprint(r.Proved)})
	}
	names := make([]string, 0, len(r.Counters))
	for name := range r.Counters {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if v := r.Counters[name]; v != 0 {
			out = append(out, [2]string{name, fmt.Sprint(v)})
		}
	}
	return append(out, [2]string{"version", r.Version})
}
