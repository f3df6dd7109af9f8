package confirm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/muster-smt/muster/verifier/c"
	"github.com/muster-smt/muster/verifier/c/syntax"
	"github.com/muster-smt/muster/verifier/driver"
	"github.com/muster-smt/muster/verifier/process"
	"github.com/muster-smt/muster/verifier/prog"
)

// Program says what was verified.
type Program struct {
	Files   prog.Files
	Units   int // of these files are translation units, the first ones; the others are what they include
	Options c.Options
	Kind    string // of the failure, as reports name it
	File    string // that it is in
	Line    int
}

// Limits of what is executed. A program has all the time that the context has, if that is limited.
const (
	compiling = time.Minute
	running   = 10 * time.Second
)

// Run compiles and executes a program beside its harness, until the context ends.
func Run(ctx context.Context, p *Program, h *c.Harness) *driver.Confirmation {
	why, err := p.run(ctx, h)
	if err != nil {
		why = err.Error()
	}
	return &driver.Confirmation{Confirmed: why == "", Why: why}
}

// run says why there is no confirmation; nothing if there is one.
func (p *Program) run(ctx context.Context, h *c.Harness) (why string, err error) {
	sanitizers := kinds[p.Kind]
	if p.Kind != assertion && sanitizers == "" {
		return "no sanitizer sees faults of the kind " + p.Kind, nil
	}
	cc := compiler(p.Kind)
	switch {
	case cc == nil && p.Kind == uninit:
		return "there is no clang, whose sanitizer sees reads of what has no value", nil
	case cc == nil:
		return "there is no C compiler; CC names one", nil
	}
	dir, err := os.MkdirTemp("", "muster")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	args, err := p.copy(dir, h)
	if err != nil {
		return "", err
	}
	binary := filepath.Join(dir, "program")
	if h.Entry {
		args = append([]string{"-Dmain=main_of_the_program"}, args...)
	}
	args = slices.Concat(cc[1:], p.flags(sanitizers), args, wrapped(h), []string{"-o", binary})
	out, err := process.Command{Dir: dir, Name: cc[0], Args: args}.Run(ctx, compiling)
	switch {
	case errors.Is(err, process.ErrTime):
		return "the time ran out while " + filepath.Base(cc[0]) + " compiled it", nil
	case err != nil:
		return fmt.Sprintf("%s does not compile it: %s", filepath.Base(cc[0]),
			firstError(strings.ReplaceAll(out, dir+string(filepath.Separator), ""), err)), nil
	}
	empty := filepath.Join(dir, "empty")
	if err := os.Mkdir(empty, 0o777); err != nil {
		return "", err
	}
	limit := running
	if end, ok := ctx.Deadline(); ok {
		limit = time.Until(end)
	}
	out, err = process.Command{Dir: empty, Name: binary}.Run(ctx, limit)
	return p.judge(out, err), nil
}

// compiler returns the command of a C compiler that has the sanitizers for a kind of failures, with its first
// arguments; nil if there is none.
func compiler(kind string) []string {
	if cc := strings.Fields(os.Getenv("CC")); len(cc) > 0 && (kind != uninit || strings.Contains(cc[0], "clang")) {
		if _, err := exec.LookPath(cc[0]); err != nil {
			return nil
		}
		return cc
	}
	names := []string{"cc", "gcc", "clang"}
	if kind == uninit {
		names = names[2:]
	}
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}
		}
	}
	return nil
}

// defaults are the options of sanitizers, which no environment changes that the program is given.
const defaults = `
const char *__msan_default_options(void) { return "poison_in_malloc=1"; }
const char *__asan_default_options(void) {
	return "detect_leaks=0:detect_stack_use_after_return=1:allocator_may_return_null=1";
}
`

// flags returns those of the compiler.
func (p *Program) flags(sanitizers string) []string {
	// which has an address, and may stand where register does
	args := []string{"-w", "-g", "-O0", "-fno-strict-aliasing", "-Dregister=volatile",
		"-std=" + strings.Replace(syntax.Stds[p.Options.Std], "c", "gnu", 1)}
	for _, old := range []string{"implicit-function-declaration", "implicit-int", "int-conversion",
		"incompatible-pointer-types", "return-mismatch"} {
		args = append(args, "-Wno-"+old) // errors to newer compilers
	}
	if p.Options.Model == syntax.ILP32 {
		args = append(args, "-m32")
	}
	if p.Units > 1 {
		args = append(args, "-fcommon") // there are no sanitizers for what is so
	}
	if p.Kind != "overflow" && p.Kind != "division" {
		args = append(args, "-fwrapv")
	}
	if p.Kind == uninit {
		args = append(args, "-fsanitize-memory-track-origins", "-fno-omit-frame-pointer")
	}
	for _, name := range []string{"memcpy", "memmove", "memset", "memcmp", "strcmp", "strncmp", "strlen"} {
		args = append(args, "-fno-builtin-"+name) // compilers leave out calls that do nothing
	}
	if sanitizers != "" {
		args = append(args, "-fsanitize="+sanitizers, "-fno-sanitize-recover="+sanitizers)
	}
	if p.Kind == "bounds" {
		args = append(args, "-fsanitize-recover=vla-bound") // it reports arrays without elements, too, which GNU C has
	}
	return args
}

// wrapped gives the linker which functions the harness stands before.
func wrapped(h *c.Harness) (out []string) {
	for _, name := range h.Wrapped {
		out = append(out, "-Wl,--wrap="+name)
	}
	return append(out, "-Wl,--unresolved-symbols=ignore-in-object-files") // the harness has what the execution needs
}

// firstError returns the line of a compiler's output that says what is wrong.
func firstError(out string, err error) string {
	first := ""
	for line := range strings.Lines(out) {
		line = strings.TrimSpace(line)
		if strings.Contains(line, "error: ") || strings.Contains(line, "undefined reference") {
			return line
		}
		first = cmp.Or(first, line)
	}
	return cmp.Or(first, err.Error())
}

// assertion is the kind of failures that the harness reports itself, uninit that of reads of what has no value. What
// sees these reports where the value decides about something, and where it comes from.
const (
	assertion = "assertion"
	uninit    = "uninit"
)

// kinds are the sanitizers that see the kinds of faults.
var kinds = map[string]string{
	"overflow":    "signed-integer-overflow,shift-base,vla-bound",
	"bounds":      "address,bounds,vla-bound",
	"null":        "address,null,nonnull-attribute",
	"division":    "integer-divide-by-zero,shift-exponent,signed-integer-overflow,builtin",
	"memory":      "address",
	"unreachable": "unreachable",
	"const":       "address",
	uninit:        "memory",
}

// report finds what a sanitizer says.
var report = regexp.MustCompile(`(?m)^.*(?:runtime error|ERROR: AddressSanitizer|WARNING: MemorySanitizer): .*$`)

// summary finds what a sanitizer ends its report with: it has the place.
var summary = regexp.MustCompile(`(?m)^SUMMARY: .*$`)

// judge says why an execution confirms nothing; nothing if it does.
func (p *Program) judge(out string, err error) string {
	if errors.Is(err, process.ErrTime) {
		return "the time ran out while it ran"
	}
	if p.Kind == assertion {
		if strings.Contains(out, c.Reached+"\n") {
			return ""
		}
		return ended(err)
	}
	said := report.FindString(out)
	switch {
	case said == "" && faulted(err, p.Kind):
		return ""
	case said == "" && p.Kind == uninit:
		return ended(err) + ", and the sanitizer, which looks at what values are used for, reports nothing"
	case said == "":
		return ended(err) + ", and no sanitizer reports a fault"
	case p.Kind == "null" && strings.Contains(out, "pc points to the zero page"): // a call, which is in no line
	case !strings.Contains(out, fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line)) && p.Kind == uninit:
		return "the sanitizer reports another read: " + strings.TrimSpace(summary.FindString(out))
	case !strings.Contains(out, fmt.Sprintf("%s:%d", filepath.Base(p.File), p.Line)):
		return "another fault comes first: " + strings.TrimSpace(said)
	}
	return ""
}

// ended says how an execution ended.
func ended(err error) string {
	var exit *exec.ExitError
	switch {
	case err == nil:
		return "it ended with exit code 0"
	case errors.As(err, &exit) && exit.ExitCode() >= 0:
		return fmt.Sprintf("it ended with exit code %d", exit.ExitCode())
	}
	return "it ended: " + err.Error()
}
