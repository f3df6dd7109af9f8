package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/muster-smt/muster/fuzz/extent"
)

// modularFiles lists the programs in testdata/modular, after changing to that directory: answers name files as they are given.
func modularFiles(t *testing.T) []string {
	t.Helper()
	t.Chdir("testdata/modular")
	files, err := filepath.Glob("*.bpl")
	if err != nil || len(files) == 0 {
		t.Fatal("no programs", err)
	}
	return files
}

// infers reports whether constants are to be chosen in a program.
func infers(file string) bool { return strings.HasPrefix(file, "houdini") }

// modularAnswer runs muster verify --modular.
func modularAnswer(t *testing.T, file string) string {
	t.Helper()
	var out, errs bytes.Buffer
	args := []string{"verify", "--modular", "--check", fmt.Sprintf("--houdini=%t", infers(file)), file}
	code := run(args, streams{strings.NewReader(""), &out, &errs})
	if code != exitUnsafe && code != exitSafe && code != exitUnknown || errs.Len() > 0 {
		t.Fatalf("%s: exit code %d\n%s", file, code, &errs)
	}
	return instances.ReplaceAllString(out.String(), "at N instances")
}

// TestModular compares the answers with those at the end of each program, in lines that begin with "//=", in a quick run of
// every second one. With MUSTER_UPDATE set it writes them.
func TestModular(t *testing.T) {
	const mark = "//= "
	for i, file := range modularFiles(t) {
		if i%extent.Of(2, 1) > 0 && os.Getenv("MUSTER_UPDATE") == "" {
			continue
		}
		var got []string
		for _, line := range strings.Split(strings.TrimSpace(modularAnswer(t, file)), "\n") {
			if line != "" {
				got = append(got, mark+line)
			}
		}
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		program, want, _ := strings.Cut(string(src), mark)
		if text := strings.Join(got, "\n"); os.Getenv("MUSTER_UPDATE") != "" {
			if err := os.WriteFile(file, []byte(strings.TrimRight(program, "\n")+"\n\n"+text+"\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if text != strings.TrimSpace(mark+want) {
			t.Errorf("%s: the answer is\n%s", file, text)
		}
	}
}

// message is an error of Boogie or Muster, in words of Boogie.
type message struct{ at, code, clause string }

var (
	messageLine  = regexp.MustCompile(`^[^()]*\((\d+,\d+)\): (?:Error|Unknown) (BP\d+): (?:This|A) `)
	verifiedLine = regexp.MustCompile(`finished with (\d+) verified`)
	choiceLine   = regexp.MustCompile(`(?m)^\w+ = (?:True|False)\b`)
	relatedLine  = regexp.MustCompile(`^[^()]*\((\d+,\d+)\): Related location: (.*)$`)
)

// messages reads the errors in an answer, and further returns at which each postcondition fails.
func messages(text string) (all []message, also map[message]bool) {
	also = map[message]bool{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if m := messageLine.FindStringSubmatch(line); m != nil {
			all = append(all, message{m[1], m[2], ""})
		} else if m := relatedLine.FindStringSubmatch(line); m != nil && len(all) > 0 {
			last := &all[len(all)-1]
			if strings.Contains(m[2], "another such") {
				also[message{m[1], last.code, last.clause}] = true
			} else {
				last.clause = m[1]
			}
		}
	}
	return all, also
}

// TestModularAsBoogie compares the messages with those of Boogie, if that is installed. Boogie tells a postcondition at one of the
// returns, and nowhere if the procedure is inlined. Of a message by {:msg} it does not say the place.
func TestModularAsBoogie(t *testing.T) {
	extent.NeedLong(t, "it runs another program")
	boogie, err := exec.LookPath("boogie")
	if err != nil {
		t.Skip("boogie is not installed")
	}
	var ours, theirs time.Duration
	for _, file := range modularFiles(t) {
		start := time.Now()
		answer := modularAnswer(t, file)
		got, also := messages(answer)
		ours += time.Since(start)
		start = time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		args := []string{"/nologo", "/noinfer", "/errorLimit:1000", "/errorTrace:0", file}
		if infers(file) {
			args = append(args, "/contractInfer", "/printAssignment")
		}
		out, err := exec.CommandContext(ctx, boogie, args...).CombinedOutput()
		cancel()
		if err != nil {
			t.Fatalf("%s: %v\n%s", file, err, out)
		}
		if bytes.Contains(out, []byte("Irreducible flow graphs are unsupported")) && file == "heads.bpl" {
			continue
		}
		theirs += time.Since(start)
		want, _ := messages(string(out))
		if ours, theirs := choiceLine.FindAllString(answer, -1), choiceLine.FindAllString(string(out), -1); !slices.Equal(ours, theirs) {
			t.Errorf("%s: Muster chooses %v, Boogie %v", file, ours, theirs)
		}
		if ours, theirs := verifiedLine.FindString(answer), verifiedLine.FindString(string(out)); ours != theirs {
			t.Errorf("%s: Muster has %s, Boogie %s", file, ours, theirs)
		}
		for _, m := range want {
			same := func(o message) bool { return o == m || m.at == "0,0" && o.code == m.code && o.clause == m.clause }
			if !slices.ContainsFunc(got, same) && !also[m] {
				t.Errorf("%s: Boogie alone says %v", file, m)
			}
		}
		for _, m := range got {
			same := func(o message) bool {
				return o == m || o.code == m.code && o.clause == m.clause && (o.at == "0,0" || m.code == "BP5003" && also[o])
			}
			if !slices.ContainsFunc(want, same) {
				t.Errorf("%s: Muster alone says %v", file, m)
			}
		}
	}
	t.Logf("Muster %v, Boogie %v", ours, theirs)
}
