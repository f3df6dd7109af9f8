package script

import (
	"bufio"
	"context"
	"io"
)

// input reads until its context is done, and then fails with the cause.
type input struct {
	ctx context.Context
	in  io.Reader
}

func (i input) Read(b []byte) (int, error) {
	if i.ctx.Err() != nil {
		return 0, context.Cause(i.ctx)
	}
	return i.in.Read(b)
}

// channel is an output channel: a stream of the caller, or a file.
type channel struct {
	w    *bufio.Writer
	std  io.Writer
	name string
	file io.Closer // nil unless it is a file
}

// line writes the parts of an answer and ends the line.
func (c *channel) line(text []byte, end ...byte) {
	_, _ = c.w.Write(text) // bufio keeps the error for Flush
	_, _ = c.w.Write(end)
	_ = c.w.WriteByte('\n')
}

// redirect flushes the channel and continues with w.
func (c *channel) redirect(name string, w io.Writer, file io.Closer) error {
	err := c.close()
	c.w, c.name, c.file = bufio.NewWriter(w), name, file
	return err
}

func (c *channel) close() error {
	err := c.w.Flush()
	if c.file != nil {
		if e := c.file.Close(); err == nil {
			err = e
		}
		c.file = nil
	}
	return err
}
