package main

import (
	"context"
	"debug/buildinfo"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"
)

// describe says when and where the measurement is, and which solvers run.
func (s *satOptions) describe(ctx context.Context, w io.Writer, solvers []satSolver) {
	p := printer{w}
	p.f("date: %s\n", time.Now().UTC().Format("2006-01-02 15:04 UTC"))
	p.f("machine: %s, %d processors%s, %s/%s", cpuModel(), runtime.NumCPU(), memory(), runtime.GOOS, runtime.GOARCH)
	if s.pin >= 0 {
		p.f("; on processor %d", s.pin)
	}
	p.f("\nlimit: %v of processor time\n", s.limit)
	for _, v := range solvers {
		p.f("%s: %s\n", v.name, v.version(ctx))
	}
}

// cpuModel is the name of the processor, where the system tells it.
func cpuModel() string {
	return procField("/proc/cpuinfo", "model name", "unknown processor")
}

// memory is the size of the memory, where the system tells it.
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
func (v *satSolver) version(ctx context.Context) string {
	switch v.name {
	case "gini":
		return giniVersion(v.args[0])
	case "cadical":
		return firstLine(output(ctx, v.args[0], "--version")) + debianVersion(ctx, v.name)
	case "minisat": // has no option for it
		return strings.TrimPrefix(debianVersion(ctx, v.name), ", ")
	}
	text := firstLine(output(ctx, v.args[0], "version"))
	if text == "" {
		text = "unknown version"
	}
	return text + revision(ctx, v.args[0])
}

// revision is the commit that is checked out, for a binary that does not say of
// which one it is; such a binary may be older.
func revision(ctx context.Context, binary string) string {
	if path, err := exec.LookPath(binary); err == nil {
		binary = path
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return ""
	}
	for _, x := range info.Settings {
		if x.Key == "vcs.revision" {
			return "" // its version names it
		}
	}
	if head := firstLine(output(ctx, "git", "rev-parse", "--short", "HEAD")); head != "" {
		return ", built without a commit; here it is " + head
	}
	return ""
}

// giniVersion is that of the gini in a muster binary.
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

// debianVersion is the version of the package that has the name of a program.
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
