// Command release builds muster for all targets and packs what users download: an archive for each, with the program,
// its manual pages, shell completions, the page of muster play and what serves it, README and LICENSE, and a list of
// checksums.
//
//	go run ./cmd/release -o DIR
//
// The same commit gives the same bytes with the same version of Go, wherever and whenever it is built: paths are left
// out, times are the commit's, and lists are sorted. So anybody can check that an archive is what the source says.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/muster-smt/muster/cmd/archive"
)

// targets are GOOS/GOARCH.
var targets = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64", "windows/arm64"}

// largest is how many bytes a program may have. Its test tells which packages grew.
const largest = 30_000_000

// shells have completions.
var shells = []string{"bash", "zsh", "fish", "pwsh"}

func main() {
	log.SetFlags(0)
	log.SetPrefix("release: ")
	out := flag.String("o", "dist", "directory for the archives")
	flag.Parse()
	if err := release(*out, targets); err != nil {
		log.Fatal(err)
	}
}

// release writes the archives of targets and their checksums to a directory.
func release(out string, targets []string) error {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	work, err := os.MkdirTemp("", "release")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	version, at, err := commit()
	if err != nil {
		return err
	}
	shared, err := documents(work)
	if err != nil {
		return err
	}
	var sums strings.Builder
	for _, target := range targets {
		muster, err := build(work, target, "muster", "./cmd/muster")
		if err != nil {
			return err
		}
		play, err := build(work, target, "muster-play", "./cmd/play")
		if err != nil {
			return err
		}
		name := "muster-" + version + "-" + strings.ReplaceAll(target, "/", "-")
		var packed bytes.Buffer
		write, end := writeTar, ".tar.gz"
		if strings.HasPrefix(target, "windows/") {
			write, end = archive.Zip, ".zip"
		}
		if err := write(&packed, name, append([]archive.File{muster, play}, shared...), at); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, name+end), packed.Bytes(), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(packed.Bytes()), name+end)
		fmt.Println(name + end)
	}
	return os.WriteFile(filepath.Join(out, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// commit returns the version and the time of the commit that is checked out.
func commit() (version string, at time.Time, err error) {
	if version, err = output("git", "describe", "--tags", "--always", "--dirty"); err != nil {
		return "", at, err
	}
	seconds, err := output("git", "show", "-s", "--format=%ct", "HEAD")
	if err != nil {
		return "", at, err
	}
	n, err := strconv.ParseInt(seconds, 10, 64)
	return version, time.Unix(n, 0).UTC(), err
}

// build compiles a program for a target.
func build(work, target, name, from string) (archive.File, error) {
	system, arch, _ := strings.Cut(target, "/")
	if system == "windows" {
		name += ".exe"
	}
	path := filepath.Join(work, name)
	args := []string{"build", "-trimpath", "-ldflags=-s -w -buildid=", "-o", path}
	c := exec.Command("go", append(args, from)...)
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+arch)
	c.Stderr = os.Stderr
	if err := c.Run(); err != nil {
		return archive.File{}, fmt.Errorf("building for %s: %w", target, err)
	}
	data, err := os.ReadFile(path)
	if len(data) > largest {
		return archive.File{}, fmt.Errorf("%s for %s has %d bytes, more than %d", name, target, len(data), largest)
	}
	return archive.File{Name: name, Data: data, Mode: 0o755}, err
}

// documents returns what is the same in all archives, some of which muster says itself.
func documents(work string) (files []archive.File, err error) {
	for _, name := range []string{"LICENSE", "README.md"} {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%w (run it in the module's root)", err)
		}
		files = append(files, archive.File{Name: name, Data: data, Mode: 0o644})
	}
	if _, err := build(work, runtime.GOOS+"/"+runtime.GOARCH, "muster", "./cmd/muster"); err != nil {
		return nil, err
	}
	muster := filepath.Join(work, "muster")
	for _, shell := range shells {
		text, err := output(muster, "completion", shell)
		if err != nil {
			return nil, err
		}
		files = append(files, archive.File{Name: "completions/muster." + shell, Data: []byte(text + "\n"), Mode: 0o644})
	}
	page, err := playFiles(work)
	if err != nil {
		return nil, err
	}
	files = append(files, page...)
	pages, err := manual(func(args ...string) (string, error) { return output(muster, args...) })
	return append(files, pages...), err
}

// playFiles returns the files of the page of muster play, which muster-play looks for beside it.
func playFiles(work string) (files []archive.File, err error) {
	dir := filepath.Join(work, "play")
	if _, err := output("go", "run", "./cmd/play", "-o", dir); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			return nil, err
		}
		files = append(files, archive.File{Name: "play/" + e.Name(), Data: data, Mode: 0o644})
	}
	return files, nil
}

// output returns what a command prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return strings.TrimRight(string(out), "\n"), err
}
