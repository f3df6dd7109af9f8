package term

import "unsafe"

// chunks is an array whose elements never move: growth copies nothing and leaves
// no garbage, and pointers into it stay valid.
type chunks[T any] struct {
	chunk []*[chunkLen]T
	spare []T // the part of the last block that no chunk uses yet
	len   int
}

const (
	chunkBits = 7
	chunkLen  = 1 << chunkBits
	// blockBytes is the size of an allocation, except for the first, smaller ones.
	blockBytes = 8 << 20
)

func (c *chunks[T]) at(i uint32) *T { return &c.chunk[i>>chunkBits][i%chunkLen] }

// add appends an element and returns its index.
func (c *chunks[T]) add(e T) uint32 {
	i := c.len
	if i == len(c.chunk)*chunkLen {
		c.grow()
	}
	c.chunk[i>>chunkBits][i%chunkLen] = e
	c.len++
	return uint32(i)
}

// grow adds a chunk. It allocates an eighth of the present size at once, up to
// blockBytes, so that large arrays lie in huge pages.
func (c *chunks[T]) grow() {
	if len(c.spare) == 0 {
		var e T
		n := min(len(c.chunk)/8+1, blockBytes/chunkLen/int(unsafe.Sizeof(e)))
		c.spare = make([]T, n*chunkLen)
		hugePages(c.spare)
	}
	c.chunk = append(c.chunk, (*[chunkLen]T)(c.spare))
	c.spare = c.spare[chunkLen:]
}

// argChunks holds argument lists longer than inlineArgs, each within one chunk.
type argChunks [][]Term

const argChunkLen = 1 << 14

func (c *argChunks) at(n *node) []Term {
	off := n.inline[1]
	return (*c)[n.inline[0]][off : uint32(off)+n.n : uint32(off)+n.n]
}

// add stores a list and returns its chunk and offset.
func (c *argChunks) add(args []Term) (chunk, off Term) {
	last := len(*c) - 1
	if last < 0 || cap((*c)[last])-len((*c)[last]) < len(args) {
		// The rest of the last chunk stays unused. A list longer than a chunk
		// gets one of its own.
		*c = append(*c, make([]Term, 0, max(len(args), min(argChunkLen, 64<<min(len(*c), 8)))))
		last++
	}
	off = Term(len((*c)[last]))
	(*c)[last] = append((*c)[last], args...)
	return Term(last), off
}
