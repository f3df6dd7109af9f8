package main

import (
	"archive/tar"
	"compress/gzip"
	"io"
	"time"

	"github.com/muster-smt/muster/cmd/archive"
)

// writeTar writes a tar file, compressed with gzip, of files in a directory, all of one time.
func writeTar(w io.Writer, dir string, files []archive.File, at time.Time) error {
	g, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	t := tar.NewWriter(g)
	for _, f := range files {
		h := &tar.Header{Name: dir + "/" + f.Name, Mode: int64(f.Mode), Size: int64(len(f.Data)), ModTime: at,
			Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(f.Data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return g.Close()
}
