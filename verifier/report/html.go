package report

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sort"
	"strings"

	"github.com/muster-smt/muster/sat/stat"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/prog"
)

//go:embed page.html report.schema.json
var files embed.FS

const (
	// maxPage bounds the data of a page, which should open at once.
	maxPage = 4 << 20
	// around is how many lines of a large source are shown around those of the execution, wholeSource the size of one that
	// is shown as a whole.
	around, wholeSource = 12, 400 << 10
	// maxShown limits the length of a value in a page, maxLine that of a line.
	maxShown, maxLine = 300, 400
)

// pageData is what the script of the page reads. Strings are numbers: they index Strings.
type pageData struct {
	Strings []string     `json:"strings"`
	Files   []pageFile   `json:"files"`
	Reports []pageReport `json:"reports"`
	index   map[string]int
	size    int
}

// pageFile is a source.
type pageFile struct {
	Name  string   `json:"name"`
	Lines [][2]any `json:"lines"` // number and text; 0 where lines are left out
	text  []byte
	shown map[int]bool // the lines of steps
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
	In       int         `json:"in"`    // the file of Place
	Dead     [][3]int    `json:"dead"`  // lines that are not reached: file, first and last
	Files    []int       `json:"files"` // numbers of Files, in the order of prog.Pos.File
	Stats    [][2]string `json:"stats"`
	Steps    [][10]any   `json:"steps"` // kind, depth, procedure, line, text, relevant, writes, thread, context, file
}

// HTML writes a page that needs nothing else: the verdict, the source, and the executions, through which keys step.
func HTML(w io.Writer, rs []*Report) error {
	d := pageData{index: map[string]int{}, Strings: []string{}}
	for _, r := range Answers(rs...) {
		d.add(r)
	}
	for i := range d.Files {
		d.source(&d.Files[i])
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
func (d *pageData) add(r *Report) {
	p := pageReport{
		Answer: r.Answer, Verdict: r.Verdict, File: r.File, Entry: cmp.Or(r.Name, r.Entry), Message: r.Answer,
		Question: cmp.Or(r.Question, Question(&driver.Report{})),
		Stats:    r.statistics(), Steps: [][10]any{}, Files: []int{}, Dead: [][3]int{},
	}
	for _, f := range r.Files {
		p.Files = append(p.Files, d.file(f))
	}
	for _, l := range r.Unreached {
		p.Dead = append(p.Dead, [3]int{p.file(r, &Place{File: l.File}), l.First, l.Last})
	}
	if r.Failure != nil {
		p.Message, p.Place, p.In = r.message(), r.Failure.Place.Line, p.file(r, &r.Failure.Place)
	} else if r.Problem != nil {
		p.Message = r.Problem.Message
	} else if r.Advice != "" {
		p.Note = "What may help: " + r.Advice + "."
	}
	if r.Verdict == "coverage" {
		p.Answer, p.Note = "coverage", fmt.Sprintf("No execution within the bound %d reaches the %d grey lines. %s",
			r.Bound, r.unreached(), p.Note)
	}
	begin := d.size
	p.Steps = d.steps(&p, r, false)
	if d.size > maxPage {
		d.size = begin
		p.Steps = d.steps(&p, r, true)
		p.Note = fmt.Sprintf("Of %d steps, only the %d that the failure depends on are in this page.",
			len(r.Steps), len(p.Steps))
	}
	for _, s := range p.Steps {
		if k := s[9].(int); k >= 0 {
			d.Files[k].shown[s[3].(int)] = true
		}
	}
	d.Reports = append(d.Reports, p)
}

// unreached counts the lines that are not reached.
func (r *Report) unreached() (n int) {
	for _, l := range r.Unreached {
		n += l.Last - l.First + 1
	}
	return n
}

// file returns the number of a file. Those of one name are one.
func (d *pageData) file(f prog.File) int {
	i := slices.IndexFunc(d.Files, func(x pageFile) bool { return x.Name == f.Name })
	if i < 0 {
		i = len(d.Files)
		d.Files = append(d.Files, pageFile{Name: f.Name, Lines: [][2]any{}, text: f.Text, shown: map[int]bool{}})
	}
	return i
}

// file returns the number of the file that a place is in; -1 if it is unknown.
func (p *pageReport) file(r *Report, at *Place) int {
	i := slices.IndexFunc(r.Files, func(f prog.File) bool { return f.Name == cmp.Or(at.File, r.File) })
	if i < 0 {
		return -1
	}
	return p.Files[i]
}

func (d *pageData) steps(p *pageReport, r *Report, relevant bool) [][10]any {
	out := [][10]any{}
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
		out = append(out, [10]any{
			d.text(string(s.Kind)), s.Depth, d.text(s.Procedure), s.Place.Line, d.text(s.Line()), matters, writes, s.Thread,
			s.Context, p.file(r, &s.Place),
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

// source adds the lines of a source, or of a large one those around the lines of steps.
func (d *pageData) source(f *pageFile) {
	lines := strings.Split(string(f.text), "\n")
	whole := len(f.text) <= wholeSource
	numbers := make([]int, 0, len(f.shown))
	for n := range f.shown {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	last := 0
	for i, line := range lines {
		no := i + 1
		k := sort.SearchInts(numbers, no-around)
		if !whole && (k == len(numbers) || numbers[k] > no+around) || d.size > maxPage+maxPage/8 {
			continue
		}
		if no != last+1 {
			f.Lines = append(f.Lines, [2]any{0, ""})
		}
		last = no
		if line = strings.ToValidUTF8(strings.TrimRight(line, "\r"), "?"); len(line) > maxLine {
			line = strings.ToValidUTF8(line[:maxLine], "") + " ..."
		}
		d.size += len(line) + 8
		f.Lines = append(f.Lines, [2]any{no, line})
	}
	if last != len(lines) {
		f.Lines = append(f.Lines, [2]any{0, ""})
	}
}

// statistics returns what is reported of a run beside its answer.
func (r *Report) statistics() [][2]string {
	out := [][2]string{{"engine", r.Engine}, {"bound", fmt.Sprint(r.Bound)}, {"seconds", fmt.Sprintf("%.2f", r.Seconds)}}
	if r.Contexts > 0 {
		out = append(out, [2]string{"contexts", fmt.Sprint(r.Contexts)})
	}
	if r.Proved > 0 {
		out = append(out, [2]string{"proved up to bound", fmt.Sprint(r.Proved)})
	}
	counters := slices.Clone(r.Counters)
	slices.SortFunc(counters, func(x, y stat.Counter) int { return cmp.Compare(x.Name, y.Name) })
	for _, c := range counters {
		if c.Value != 0 && c.Name != "bound" { // which is that of the search
			out = append(out, [2]string{c.Name, fmt.Sprint(c.Value)})
		}
	}
	return append(out, [2]string{"version", r.Version})
}
