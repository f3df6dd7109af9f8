// Command play makes the page on which Muster can be tried: an editor with the solver in it, compiled to WebAssembly,
// so that nothing that is written there leaves the browser.
//
//	go run ./cmd/play                     serve the page at http://127.0.0.1:8080/
//	go run ./cmd/play -listen :9000       the same at another address
//	go run ./cmd/play -o DIR              write its files, for any server of static files
//	go run ./cmd/play -files DIR          serve files that were written before
//
// It compiles the solver first, for which it needs Go and the source; with -files it needs neither. As a program
// named muster-play beside muster, it is what muster play runs: then it serves the directory play beside it, if there
// is one.
//
// The page is plain HTML, CSS and JavaScript (directory page). The solver (package wasm) runs in a web worker that
// the page ends to stop it; package answer is what it does.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("play: ")
	listen := flag.String("listen", "127.0.0.1:8080", "address to serve the page at")
	out := flag.String("o", "", "write the files of the page to this directory instead")
	files := flag.String("files", "", "serve the files in this directory, which -o wrote")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := play(ctx, *listen, *out, *files, flag.Args()); err != nil {
		log.Fatal(err)
	}
}

func play(ctx context.Context, listen, out, files string, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("what is %q? play takes flags only", args[0])
	}
	if out != "" && files != "" {
		return errors.New("-o and -files exclude each other")
	}
	if files == "" && out == "" {
		files = beside()
	}
	page, err := pageFrom(files)
	if err != nil {
		return err
	}
	if out != "" {
		return page.write(out)
	}
	l, err := net.Listen("tcp", listen)
	if err != nil {
		return err
	}
	fmt.Printf("http://%s/ (Ctrl-C ends it)\n", l.Addr())
	return serve(ctx, l, page)
}

// beside returns the directory play beside this program; empty if there is none.
func beside() string {
	self, err := os.Executable()
	if err != nil {
		return ""
	}
	dir := filepath.Join(filepath.Dir(self), "play")
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err != nil {
		return ""
	}
	return dir
}

// pageFrom reads the page from a directory, or makes it.
func pageFrom(dir string) (site, error) {
	if dir == "" {
		return build()
	}
	return readSite(dir)
}

// serve serves the page until the context ends.
func serve(ctx context.Context, l net.Listener, page site) error {
	s := &http.Server{Handler: page, ReadHeaderTimeout: 10 * time.Second}
	defer context.AfterFunc(ctx, func() { _ = s.Close() })()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
