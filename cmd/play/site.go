package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net/http"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// site is the page: what is in each of its files.
type site map[string][]byte

//go:embed page
var page embed.FS

// solverFile is the solver, compressed, and maxSolver what it may weigh: the page loads it whole.
const (
	solverFile = "muster.wasm.gz"
	maxSolver  = 6_000_000
)

// build makes the page. It needs the go command and the source of this module.
func build() (site, error) {
	s := site{}
	entries, err := page.ReadDir("page")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.IsDir() {
			continue
		}
		if s[e.Name()], err = page.ReadFile("page/" + e.Name()); err != nil {
			return nil, err
		}
	}
	if s["examples.json"], err = examples(); err != nil {
		return nil, err
	}
	root, err := output("go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if s["wasm_exec.js"], err = os.ReadFile(filepath.Join(root, "lib", "wasm", "wasm_exec.js")); err != nil {
		return nil, err
	}
	if s[solverFile], err = compile(); err != nil {
		return nil, err
	}
	return s, nil
}

// example is a text that the page offers.
type example struct {
	Title string `json:"title"`
	Kind  string `json:"kind"`
	Text  string `json:"text"`
}

// kindOf has the kinds of examples (answer.Request) by the ends of their names.
var kindOf = map[string]string{".bpl": "boogie", ".smt2": "smt", ".horn": "horn", ".cnf": "cnf"}

// examples returns the examples in the order of their names. The title is the first sentence of the first line, a
// comment.
func examples() ([]byte, error) {
	entries, err := page.ReadDir("page/examples")
	if err != nil {
		return nil, err
	}
	var all []example
	for _, e := range entries {
		text, err := page.ReadFile("page/examples/" + e.Name())
		if err != nil {
			return nil, err
		}
		first, _, _ := strings.Cut(string(text), ".")
		_, title, _ := strings.Cut(first, " ")
		all = append(all, example{title, kindOf[path.Ext(e.Name())], string(text)})
	}
	return json.Marshal(all)
}

// roomy are packages whose calls are not inlined in WebAssembly: what they do is not what takes the time, and inlined
// it makes the solver larger by a sixth.
var roomy = []string{
	module + "/verifier/...", module + "/theory/smtlib", module + "/theory/script", module + "/theory/cert", module +
		"/theory/proof",
	module + "/theory/check", module + "/theory/rewrite", module + "/theory/model", module + "/cmd/play/...",
	module + "/theory/preprocess", module + "/theory/project", module + "/theory/interpolate", module + "/theory/mbqi",
	"encoding/...", "regexp/...", "log/...", "fmt", "reflect", "time", "os/...", "text/...", "unicode/...", "io/...",
	"path/...", "syscall/...",
}

const module = "github.com/muster-smt/muster"

// compile compiles the solver to WebAssembly, without symbols and without the parser of C, and compresses it.
func compile() ([]byte, error) {
	dir, err := os.MkdirTemp("", "play")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "muster.wasm")
	log.Print("compiling the solver")
	args := []string{"build", "-trimpath", "-ldflags=-s -w -buildid=", "-o", file}
	for _, name := range roomy {
		args = append(args, "-gcflags="+name+"=-l")
	}
	c := exec.Command("go", append(args, module+"/cmd/play/wasm")...)
	c.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := c.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("compiling the solver (in a directory of Muster's source): %w\n%s", err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(program); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	log.Printf("the solver: %.1f MB, %.2f MB compressed", float64(len(program))/1e6, float64(packed.Len())/1e6)
	return packed.Bytes(), nil
}

// output returns the line that a command prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w", name, strings.Join(args, " "), err)
	}
	return strings.TrimSpace(string(out)), nil
}

// readSite reads what write wrote.
func readSite(dir string) (site, error) {
	s := site{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			if s[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	for _, name := range []string{"index.html", solverFile} {
		if s[name] == nil {
			return nil, &fs.PathError{Op: "open", Path: filepath.Join(dir, name), Err: fs.ErrNotExist}
		}
	}
	return s, nil
}

// write writes the files to a directory.
func (s site) write(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range s {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// types are the media types of the files. The solver has none that says that it is compressed, since the page
// decompresses it.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".json": "application/json", ".gz": "application/octet-stream",
}

// ServeHTTP serves a file, and forbids the page to ask for anything from elsewhere.
func (s site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	data, ok := s[name]
	switch {
	case !ok:
		http.NotFound(w, r)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "only GET and HEAD", http.StatusMethodNotAllowed)
		return
	}
	h := w.Header()
	h.Set("Content-Type", types[path.Ext(name)])
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-cache")
	h.Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:")
	http.ServeContent(w, r, name, time.Time{}, io.ReadSeeker(bytes.NewReader(data)))
}
