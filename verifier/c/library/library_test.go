package library

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/muster-smt/muster/fuzz/extent"
)

// defined finds the functions that a model defines.
var defined = regexp.MustCompile(`(?m)^(?:[a-z_A-Z][\w ]*[ *]+)(\w+)\([^;]*\{`)

// compared are the files of models that do what C can say. Of others, what they return is not what glibc does in one execution.
var compared = []string{"string.c", "strings.c", "ctype.c", "number.c", "stdlib.c", "date.c", "strftime.c", "getopt.c", "bits.c", "format.c", "scan.c", "set.c", "sigset.c", "wchar.c"}

// parts are functions of these that others call, or that read the input.
var parts = regexp.MustCompile(`^__(isoc99|muster_(scan|length|number))`)

// TestModels compares the models with the functions of the C library, by random calls in one program, which calls all of them.
func TestModels(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc: ", err)
	}
	random, err := os.ReadFile("testdata/random.c")
	if err != nil {
		t.Fatal(err)
	}
	calls := fmt.Sprint(extent.Of(5_000, 100_000))
	dir := t.TempDir()
	args := []string{"-w", "-g", "-O1", "-fno-builtin", "-fwrapv", "-o", filepath.Join(dir, "random"), "testdata/random.c"}
	for _, name := range compared {
		object := filepath.Join(dir, name+".o")
		compile := []string{"-w", "-O1", "-fno-builtin", "-fwrapv", "-nostdinc", "-I", "include", "-c", "-o", object, "src/" + name}
		for _, v := range []string{"errno", "optarg", "optind", "opterr", "optopt"} {
			compile = append(compile, fmt.Sprintf("-D%s=model_%[1]s", v))
		}
		for _, m := range defined.FindAllStringSubmatch(text("src/"+name), -1) {
			if !strings.HasPrefix(m[0], "static") && !strings.HasPrefix(m[1], "__muster_") {
				compile = append(compile, fmt.Sprintf("-D%s=model_%[1]s", m[1]))
			}
			if !strings.HasPrefix(m[0], "static") && !parts.MatchString(m[1]) && !regexp.MustCompile(`\b(model_)?`+m[1]+`\b`).Match(random) {
				t.Errorf("%s: %s is not compared", name, m[1])
			}
		}
		if out, err := exec.Command(gcc, compile...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %s\n%s", name, err, out)
		}
		args = append(args, object)
	}
	if out, err := exec.Command(gcc, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s\n%s", err, out)
	}
	if out, err := exec.Command(filepath.Join(dir, "random"), calls).CombinedOutput(); err != nil {
		t.Errorf("%s\n%s", err, out)
	}
}

// Macros and types of headers, by their form.
var (
	constant = regexp.MustCompile(`(?m)^#define ([A-Z]\w*) [^"\n{;]*$`)
	typedef  = regexp.MustCompile(`(?m)^typedef [^;{()]*?[ *](\w+);$|^} (\w+);$`)
	tagged   = regexp.MustCompile(`(?m)^struct (\w+) \{$`)
)

// TestHeaders compares sizes of types, and constants, with those of glibc's headers.
func TestHeaders(t *testing.T) {
	gcc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("there is no gcc: ", err)
	}
	var headers, b strings.Builder
	headers.WriteString("#define _GNU_SOURCE\n")
	err = filepath.WalkDir("include", func(path string, d os.DirEntry, err error) error {
		name, _ := filepath.Rel("include", path)
		if err != nil || d.IsDir() || strings.HasPrefix(name, "bits/") || name == "iso646.h" || name == "tgmath.h" {
			return err
		}
		fmt.Fprintf(&headers, "#include <%s>\n", name)
		content := text("include/" + name)
		for _, m := range typedef.FindAllStringSubmatch(content, -1) {
			if n := m[1] + m[2]; !strings.HasPrefix(n, "__") && n != "DIR" {
				fmt.Fprintf(&b, "printf(\"%s %%d %%d\\n\", (int)sizeof(%[1]s), (int)_Alignof(%[1]s));\n", n)
			}
		}
		for _, m := range tagged.FindAllStringSubmatch(content, -1) {
			if !strings.HasPrefix(m[1], "_") {
				fmt.Fprintf(&b, "printf(\"struct %s %%d %%d\\n\", (int)sizeof(struct %[1]s), (int)_Alignof(struct %[1]s));\n", m[1])
			}
		}
		for _, m := range constant.FindAllStringSubmatch(content, -1) {
			if !strings.HasSuffix(m[1], "_H") && m[1] != "I" {
				fmt.Fprintf(&b, "printf(\"%s %%lld %%d\\n\", (long long)(%[1]s), (int)sizeof(%[1]s));\n", m[1])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	file, program := filepath.Join(dir, "a.c"), filepath.Join(dir, "a")
	if err := os.WriteFile(file, []byte(headers.String()+"int main(void) {\n"+b.String()+"return 0; }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	var said [2][]string
	for i, flags := range [][]string{nil, {"-nostdinc", "-Iinclude"}} {
		if out, err := exec.Command(gcc, append([]string{"-w", "-o", program, file}, flags...)...).CombinedOutput(); err != nil {
			t.Fatalf("%s: %s\n%s", flags, err, out)
		}
		out, _ := exec.Command(program).Output()
		said[i] = strings.Split(string(out), "\n")
	}
	for i, line := range said[1] {
		if i < len(said[0]) && line != said[0][i] {
			t.Errorf("%s, in glibc %s", line, said[0][i])
		}
	}
}
