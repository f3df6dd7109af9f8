package campaign

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// write writes files below the present directory.
func write(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestGather reads directories, patterns, lists, task definitions and sets.
func TestGather(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, map[string]string{
		"d/a.bpl": "", "d/e/b.c": "", "d/x.txt": "", "p/reach.prp": "", "p/mem.prp": "",
		"list.txt":       "# comment\n\nd/a.bpl\n./d/e/b.c\n d/a.bpl\nmissing.bpl\nt/b.yml\n",
		"lists/near.lst": "near.bpl\n", "lists/near.bpl": "",
		"lists/nested.txt": "near.lst\n../A/l.txt\n", "lists/some.txt": "n*.bpl\n", "lists/loop.txt": "loop2.txt\n",
		"lists/loop2.txt": "loop.txt\n", "lists/empty.txt": "# nothing\n",
		"A/l.txt": "p.bpl\n", "A/p.bpl": "", "B/l.txt": "p.bpl\n", "B/p.bpl": "",
		"t/b.yml": "format_version: '2.0'\ninput_files: '../d/e/b.c'\nproperties:\n  - property_file: ../p/reach.prp\n" +
			"    expected_verdict: false\n  - property_file: ../p/mem.prp\noptions:\n  language: C\n  data_model: ILP32\n",
		"t/two.yml":  "format_version: '2.0'\ninput_files:\n  - a.c\n  - b.c\n",
		"t/all.set":  "*.yml\n",
		"t/bad.yaml": "format_version: '2.0'\n",
	})
	definition := "t/b.yml p/reach.prp false d/e/b.c --data-model=ILP32 --prp=p/reach.prp\n" +
		"t/b.yml p/mem.prp  d/e/b.c --data-model=ILP32 --prp=p/mem.prp\n"
	for _, c := range []struct{ args, want string }{
		{"d", "d/a.bpl   d/a.bpl\nd/e/b.c   d/e/b.c\n"},
		{"d/a.bpl d", "d/a.bpl   d/a.bpl\nd/e/b.c   d/e/b.c\n"},
		{"d/**/*.c", "d/e/b.c   d/e/b.c\n"},
		{"list.txt", "d/a.bpl   d/a.bpl\n./d/e/b.c   ./d/e/b.c\nmissing.bpl   missing.bpl\n" + definition},
		{"lists/near.lst", "near.bpl   lists/near.bpl\n"},
		{"lists/nested.txt", "near.bpl   lists/near.bpl\np.bpl   A/p.bpl\n"},
		{"lists/some.txt", "lists/near.bpl   lists/near.bpl\n"},
		{"A/l.txt B/l.txt A/p.bpl", "p.bpl   A/p.bpl\np.bpl   B/p.bpl\n"},
		{"lists/empty.txt", "lists/empty.txt: the list names no tasks"},
		{"lists/loop.txt", "lists/loop.txt:1:1: lists/loop2.txt:1:1: lists/loop.txt: the list is within itself"},
		{"t/b.yml", definition},
		{"t/all.set", definition + "t/two.yml   t/a.c t/b.c\n"},
		{"t/bad.yaml", "t/bad.yaml: the task definition names no input_files"},
		{"nowhere/*.c", "nowhere/*.c: no such files"},
	} {
		tasks, err := Gather(strings.Fields(c.args))
		var got strings.Builder
		for _, x := range tasks {
			fmt.Fprintln(&got, strings.TrimSpace(fmt.Sprintf("%s %s %s %s %s", x.File, strings.TrimPrefix(x.Property, "../"), x.Expected,
				strings.Join(x.Names, " "), strings.Join(x.Flags, " "))))
		}
		if err != nil {
			got.WriteString(err.Error())
		}
		if filepath.ToSlash(got.String()) != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.args, got.String(), c.want)
		}
	}
}

// TestLines writes lines, tears the last one, and goes on.
func TestLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "x.jsonl")
	whole := `{"file":"a","verdict":"safe"}` + "\n" + `{"file":"b","property":"p","verdict":"unsafe"}` + "\n"
	for _, c := range []struct {
		text string
		want []string // the files of whole lines
		err  string
	}{
		{"", nil, ""},
		{whole, []string{"a", "b"}, ""},
		{whole[:len(whole)-1], []string{"a"}, ""}, // its end of line is missing
		{whole + `{"file":"c","ver`, []string{"a", "b"}, ""},
		{whole + `{"fi`, []string{"a", "b"}, ""},
		{whole + "{\n", nil, "x.jsonl:3:1: "},
		{"{\n" + whole, nil, "x.jsonl:1:1: "},
		{`{"some":1}`, nil, "x.jsonl:1:1: it is no line of a campaign"}, // of somebody else
		{"one line", nil, "x.jsonl:1:1: "},
		{"one line\n", nil, "x.jsonl:1:1: "},
		{`{"some":1}` + "\n" + whole, nil, "x.jsonl:1:1: it is no line of a campaign"},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		l, lines, err := OpenLines(name)
		if err != nil || c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) || c.err == "" {
				t.Errorf("%q: %v, want %s", c.text, err, c.err)
			}
			if text, err := os.ReadFile(name); err != nil || string(text) != c.text {
				t.Errorf("%q is refused, and then it is %q, %v", c.text, text, err)
			}
			continue
		}
		var files []string
		for _, x := range lines {
			files = append(files, x.File)
		}
		if !slices.Equal(files, c.want) {
			t.Errorf("%q: %q, want %q", c.text, files, c.want)
		}
		if _, _, err := OpenLines(name); err == nil || !strings.Contains(err.Error(), "at work") {
			t.Errorf("%q is opened twice: %v", c.text, err)
		}
		if err := l.Add(Line{File: "z", Verdict: "safe"}); err != nil {
			t.Error(err)
		}
		if err := l.Close(); err != nil {
			t.Error(err)
		}
		l, again, err := OpenLines(name)
		if err == nil {
			err = l.Close()
		}
		if err != nil || len(again) != len(c.want)+1 || again[len(c.want)].File != "z" {
			t.Errorf("%q: then %v, %v", c.text, again, err)
		}
	}
}

// TestStore refuses what is another campaign, and what another command is at work on.
func TestStore(t *testing.T) {
	dir := t.TempDir()
	tasks := []Task{{File: "a", Names: []string{"a"}}}
	s, err := OpenStore(dir, tasks, []string{"--bound=3"})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Add(Line{File: "a", Verdict: "safe"}); err != nil {
		t.Fatal(err)
	}
	if err := s.Canceled(); err != nil {
		t.Fatal(err)
	}
	if _, err := OpenStore(dir, tasks, []string{"--bound=3"}); err == nil || !strings.Contains(err.Error(), "at work") {
		t.Error(err)
	}
	s.Close()
	if _, err := OpenStore(dir, tasks, nil); err == nil || !strings.Contains(err.Error(), "other flags: --bound=3") {
		t.Error(err)
	}
	if _, err := OpenStore(dir, nil, []string{"--bound=3"}); err == nil || !strings.Contains(err.Error(), "other tasks") {
		t.Error(err)
	}
	again, err := OpenStore(dir, tasks, []string{"--bound=3"})
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	id, run := again.ID()
	if first, _ := s.ID(); id != first || run != 1 || len(again.Done) != 1 {
		t.Errorf("%s and %s, run %d, %d lines", first, id, run, len(again.Done))
	}
}

// TestCompare compares two campaigns.
func TestCompare(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, map[string]string{
		"a": `{"file":"x","verdict":"safe","bound":"all","cpu_seconds":1}
{"file":"y","verdict":"safe up to bound","bound":"3","cpu_seconds":2}
{"file":"gone","verdict":"safe","cpu_seconds":2}
{"file":"u","verdict":"unsafe","bound":"1"}
{"file":"t","property":"p/reach.prp","verdict":"unknown","cpu_seconds":9}
`,
		"b": `{"file":"x","verdict":"safe","bound":"all","cpu_seconds":4}
{"file":"t","property":"p/reach.prp","verdict":"unsafe","cpu_seconds":1}
{"file":"y","verdict":"safe up to bound","bound":"5","cpu_seconds":2.5}
{"file":"new","verdict":"safe","cpu_seconds":2}
{"file":"u","verdict":"unsafe","bound":"2"}
{"file":"torn`,
	})
	var out strings.Builder
	changed, err := Compare(&out, "a", "b", Slower{1.5, 1})
	const want = `changed  y: safe up to bound 3 -> safe up to bound 5
gone     gone: safe
changed  u: unsafe (bound 1) -> unsafe (bound 2)
changed  t reach: unknown -> unsafe
new      new: safe
slower   x: 1.0 s -> 4.0 s of CPU
faster   t reach: 9.0 s -> 1.0 s of CPU
1 tasks with the same verdict; 12.0 s -> 7.5 s of CPU in those that both have
`
	if err != nil || !changed || out.String() != want {
		t.Errorf("%v, %v:\n%s\nwant\n%s", changed, err, out.String(), want)
	}
	if changed, err := Compare(&out, "a", "a", Slower{1.5, 1}); err != nil || changed {
		t.Errorf("a campaign and itself: %v, %v", changed, err)
	}
}
