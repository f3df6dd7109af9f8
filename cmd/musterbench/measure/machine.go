package measure

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// Describe prints when and where a comparison runs, and which builds of the
// solvers.
func (c *Comparison) Describe(ctx context.Context, w io.Writer, solvers []Solver) {
	fmt.Fprintf(w, "date: %s\n", time.Now().UTC().Format("2006-01-02 15:04 UTC"))
	fmt.Fprintf(w, "machine: %s, %d processors%s, %s/%s", cpuModel(), runtime.NumCPU(), memory(), runtime.GOOS,
		runtime.GOARCH)
	if c.Pin > NoPin {
		fmt.Fprintf(w, "; on processor %d", c.Pin)
	}
	fmt.Fprintf(w, "\nlimit: %v of CPU time\n", c.Limit)
	for _, v := range solvers {
		fmt.Fprintf(w, "%s: %s\n", v.Name, v.version(ctx))
	}
}

// cpuModel is the name of the processor, where the system reports it.
func cpuModel() string {
	return procField("/proc/cpuinfo", "model name", "unknown processor")
}

// memory is the size of the memory, where the system reports it.
func memory() string {
	var kb float64
	if _, err := fmt.Sscan(procField("/proc/meminfo", "MemTotal", ""), &kb); err != nil {
		return ""
	}
	return fmt.Sprintf(", %.0f GiB", kb/(1<<20))
}

// procField is the value of a field in a file of /proc.
func procField(file, field, otherwise string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		return otherwise
	}
	for line := range strings.Lines(string(text)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == field {
			return strings.TrimSpace(value)
		}
	}
	return otherwise
}

// version says which build of a solver runs.
func (v *Solver) version(ctx context.Context) string {
	switch v.Name {
	case "gini":
		return giniVersion(v.Args[0])
	case "cadical", "kissat", "z3", "cvc5", "boolector":
		return FirstLine(output(ctx, v.Args[0], "--version")) + debianVersion(ctx, v.Name)
	case "minisat", "boogie": // have no option for it
		return strings.TrimPrefix(debianVersion(ctx, v.Name), ", ")
	}
	return musterVersion(ctx, v.Args[0])
}

// musterVersion is the version of a muster binary, or of this program. For a
// binary that does not record its commit it names the commit that is checked out
// here; such a binary may be older.
func musterVersion(ctx context.Context, binary string) string {
	if path, err := exec.LookPath(binary); err == nil {
		binary = path
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return "unknown version"
	}
	text := FirstLine(output(ctx, binary, "version"))
	if text == "" {
		text = fmt.Sprintf("%s %s %s", filepath.Base(binary), info.Main.Version, info.GoVersion)
	}
	for _, x := range info.Settings {
		if x.Key == "vcs.revision" {
			return text
		}
	}
	if head := FirstLine(output(ctx, "git", "rev-parse", "--short", "HEAD")); head != "" {
		text += ", built without a commit; here it is " + head
	}
	return text
}

// giniVersion is the version of the gini in a muster binary.
func giniVersion(binary string) string {
	path, err := exec.LookPath(binary)
	if err != nil {
		return "unknown version"
	}
	info, err := buildinfo.ReadFile(path)
	if err != nil {
		return "unknown version"
	}
	for _, d := range info.Deps {
		if d.Path == "github.com/go-air/gini" {
			return d.Version + ", in muster"
		}
	}
	return "unknown version"
}

// debianVersion is the version of the Debian package of a program.
func debianVersion(ctx context.Context, name string) string {
	if v := output(ctx, "dpkg-query", "-W", "-f", "${Version}", name); v != "" {
		return ", Debian package " + v
	}
	return ""
}

// output is what a program prints, nothing if it fails.
func output(ctx context.Context, name string, args ...string) string {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	if err != nil {
		return ""
	}
	return string(out)
}
