package growth

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/muster-smt/muster/cmd/musterbench/measure"
)

// Options says what is measured, and how.
type Options struct {
	measure.Comparison          // its solvers are the builds of Muster
	Peers              []string // of those supported; nil: those on PATH
	Sets               string   // directory of the sets
	Families           []string // none means all
	Generated          bool     // instances of the generators instead of a set
	Sizes              []int    // to generate, which they imply; none means those of the family
	Seed               uint64   // of what is random in them
	Twins              bool     // generate the twins, whose answer is the other one
	Out                string   // directory for the generated instances; none means that they are removed
	Floor              float64  // seconds of CPU time above that of starting; what needs less tells nothing of growth
	// Self is the command line of this program that runs an instance as RunOne does;
	// it is the solver muster.
	Self []string
}

// defaultSet is measured if no set is named.
const defaultSet = "growth"

// instance is what solvers run on.
type instance struct {
	family string
	kind   kind
	size   int
	file   string
	want   string // the answers; empty if they are not known
	checks int    // answers that the file asks for
	bound  int    // up to which recursion is unfolded; 0 means the default
}

// Run measures the sets named, or the generators.
func Run(ctx context.Context, out, errs io.Writer, o *Options, args []string) error {
	solvers, err := o.solvers()
	if err != nil {
		return err
	}
	instances, done, err := o.instances(args)
	defer done()
	if err != nil {
		return err
	}
	b := bench{Options: o, misses: map[[2]string]int{}, starts: map[[2]string]float64{}}
	if b.dir, err = os.MkdirTemp("", "musterbench"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(b.dir) }()
	o.Describe(ctx, out, solvers)
	head := []string{"family", "size", "file", "expected", "solver", "answer", "cpu_seconds", "start_seconds", "peak_mb",
		"remark", "counters"}
	runs, err := measure.Compare(ctx, &o.Comparison, errs, head, instances, solvers,
		func(in *instance, v measure.Solver) (*run, error) { return b.run(ctx, in, v) },
		func(_ *instance, of []*run) error { contradict(of); return nil })
	o.summarize(out, runs)
	if err == nil && slices.ContainsFunc(runs, func(r *run) bool { return r.Wrong != "" }) {
		err = measure.ErrWrong
	}
	return err
}

// List prints the generators.
func List(w io.Writer) {
	for _, f := range families {
		fmt.Fprintf(w, "%-15s %-4s  %s; sizes %s\n", f.name, f.kind, f.about, strings.Trim(fmt.Sprint(f.sizes), "[]"))
	}
}

// instances finds or makes the instances, by family and size; done removes those
// that are temporary.
func (o *Options) instances(sets []string) (all []*instance, done func(), err error) {
	done = func() {}
	if o.Generated || len(o.Sizes) > 0 {
		dir := o.Out
		if dir == "" {
			if dir, err = os.MkdirTemp("", "musterbench"); err != nil {
				return nil, done, err
			}
			done = func() { _ = os.RemoveAll(dir) }
		}
		all, err = o.generate(dir)
		return all, done, err
	}
	if len(sets) == 0 {
		sets = []string{defaultSet}
	}
	for _, set := range sets {
		of, err := o.read(set)
		if err != nil {
			return nil, done, err
		}
		all = append(all, of...)
	}
	if len(all) == 0 {
		return nil, done, fmt.Errorf("the sets have no instance of the families %s", strings.Join(o.Families, ", "))
	}
	return all, done, nil
}

// generate writes the instances of the generators to a directory.
func (o *Options) generate(dir string) ([]*instance, error) {
	found, err := find(o.Families)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	var all []*instance
	for _, f := range found {
		sizes := f.sizes
		if len(o.Sizes) > 0 {
			sizes = slices.Sorted(slices.Values(o.Sizes))
		}
		for _, n := range slices.Compact(sizes) {
			if n < 2 {
				return nil, fmt.Errorf("size %d is below 2", n)
			}
			text, want := f.generate(n, o.Seed, o.Twins)
			name := filepath.Join(dir, fmt.Sprintf("%s_%d.%s", f.name, n, f.kind))
			if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
				return nil, err
			}
			all = append(all, &instance{f.name, f.kind, n, name, want, checksIn(f.kind, text), 0})
		}
	}
	return all, nil
}

// checksIn counts the answers that an instance asks for.
func checksIn(k kind, text string) int {
	if k != smt2 {
		return 1
	}
	return strings.Count(text, "(check-sat")
}

// read finds the instances of a set, whose table has the columns file, family and
// size. Columns of answers begin with "answer" or end with it, or are called "expected";
// the column "flags" has those of muster.
func (o *Options) read(set string) ([]*instance, error) {
	rows, err := measure.ReadTable(filepath.Join(o.Sets, set+".csv"))
	if err != nil {
		return nil, fmt.Errorf("%w (--bench or MUSTER_BENCH names the directory of the sets)", err)
	}
	var all []*instance
	first := map[string]int{} // row of a family
	for i, r := range rows {
		family := r["family"]
		if len(o.Families) > 0 && !slices.Contains(o.Families, family) {
			continue
		}
		if _, ok := first[family]; !ok {
			first[family] = i
		}
		size, err := lastNumber(r["size"])
		if err != nil {
			return nil, fmt.Errorf("%s.csv: %s: %w", set, r["file"], err)
		}
		file := filepath.Join(o.Sets, set, r["file"])
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		in := &instance{family: family, kind: kind(strings.TrimPrefix(filepath.Ext(file), ".")), size: size, file: file,
			want: expected(r)}
		if in.bound, err = boundIn(r["flags"]); err != nil {
			return nil, fmt.Errorf("%s.csv: %s: %w", set, r["file"], err)
		}
		in.checks = checksIn(in.kind, string(text))
		all = append(all, in)
	}
	slices.SortStableFunc(all, func(a, b *instance) int {
		return cmp.Or(first[a.family]-first[b.family], a.size-b.size)
	})
	return all, nil
}

// lastNumber is the size of an instance as a number: the last of those in "10_160".
func lastNumber(size string) (int, error) {
	return strconv.Atoi(size[strings.LastIndexByte(size, '_')+1:])
}

// boundIn reads the flags of an instance. A bound is the only one that all verifiers of programs have.
func boundIn(flags string) (int, error) {
	words := strings.Fields(flags)
	switch {
	case len(words) == 0:
		return 0, nil
	case len(words) != 2 || words[0] != "--bound":
		return 0, fmt.Errorf("flags %q; only --bound N is supported", flags)
	}
	n, err := strconv.Atoi(words[1])
	if err == nil && n < 1 {
		err = fmt.Errorf("flags %q: the bound is at least 1", flags)
	}
	return n, err
}

// expected returns the answers that the table has for an instance: those expected, else
// those of solvers; none if these contradict each other.
func expected(row map[string]string) string {
	if answers := strings.Fields(row["expected"]); len(answers) > 0 {
		return tally(answers)
	}
	want := ""
	for column, text := range row {
		if !strings.HasPrefix(column, "answer") && !strings.HasSuffix(column, "answer") {
			continue
		}
		a := recorded(text)
		if a != "" && want != "" && a != want {
			return ""
		}
		want = cmp.Or(want, a)
	}
	return want
}

// counted is the number of answers of either kind, perhaps cut off.
var counted = regexp.MustCompile(`^(\d+) ?sat[/,] ?(\d+) ?u`)

// recorded returns the answers in a cell of a table; nothing if there are none.
func recorded(text string) string {
	if m := counted.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("%s sat, %s unsat", m[1], m[2])
	}
	switch strings.TrimSpace(text) {
	case "sat", "unsat", "safe", "unsafe":
		return strings.TrimSpace(text)
	case "SATISFIABLE":
		return "sat"
	case "UNSATISFIABLE", "UNSATISFIABL":
		return "unsat"
	}
	return ""
}
