package golang

import (
	"errors"
	"fmt"
	"go/types"
	"math/big"

	"github.com/muster-smt/muster/theory/model"
	"github.com/muster-smt/muster/theory/num"
	"github.com/muster-smt/muster/theory/term"
	"github.com/muster-smt/muster/verifier/front"
	"github.com/muster-smt/muster/verifier/golang/gotest"
	"github.com/muster-smt/muster/verifier/prog"
)

// A map in a test has at most mostMapped elements. One that is to have more has fewMapped, unless memory lists more:
// mostly nothing asks how many there are, and whether the test fails is seen when it runs.
const (
	mostMapped = 1 << 10
	fewMapped  = 4
)

// numberedText is a string that has been numbered, as a key, in an execution.
type numberedText struct{ id, off, length, bytes model.Value }

// recordText has traces show which number a string has got.
func (f *fn) recordText(id, off, length, bytes term.Term) {
	if f.query.Question != front.Fails || !f.facts.stubs.textKeys {
		return
	}
	for k, t := range []term.Term{id, off, length, bytes} {
		f.notes(note{text: true, leaf: k}, t)
	}
}

// numbered takes a part of that.
func (d *decoder) numbered(part int, v model.Value) {
	switch part {
	case 0:
		d.texts = append(d.texts, numberedText{id: v})
		return
	case 1:
		d.texts[len(d.texts)-1].off = v
	case 2:
		d.texts[len(d.texts)-1].length = v
	case 3:
		d.texts[len(d.texts)-1].bytes = v
	}
}

// numberedAs returns the string that has a number.
func (d *decoder) numberedAs(id model.Value) gotest.Value {
	for _, x := range d.texts {
		if x.id.Equal(id) && x.bytes.IsValid() {
			return bytesOf(x.bytes, x.off, x.length)
		}
	}
	return gotest.String(fmt.Sprintf("key %s", id)) // no string that the program has looked for has this number
}

// mapped returns the map that an object is. It has the keys that memory has in it before the program begins, as far as
// these are listed, and others up to its length.
func (d *decoder) mapped(u *types.Map, object model.Value) (gotest.Value, error) {
	m := d.mapping(u)
	parts := map[prog.VarID]model.Value{}
	for _, v := range append([]prog.VarID{m.has, m.length}, m.values...) {
		x, ok := d.maps[v]
		if !ok {
			return nil, errors.New("the execution does not say what is in a map")
		}
		parts[v] = x.Select(object)
	}
	size, _ := parts[m.length].Int().Int64()
	if size > mostMapped {
		size = fewMapped
	}
	x := &mapDecoder{mapping: m, decoder: d, parts: parts, used: map[string]bool{}}
	for _, key := range d.keysIn(u, parts[m.has]) {
		if err := x.add(key); err != nil {
			return nil, err
		}
	}
	for n := int64(0); m.keys > 0 && int64(len(x.out.Keys)) < size && n < 2*mostMapped; n++ {
		if err := x.add(d.another(u.Key(), m.keys, n, parts[m.has])); err != nil {
			return nil, err
		}
	}
	return x.out, nil
}

// mapDecoder makes a map.
type mapDecoder struct {
	*mapping
	*decoder
	parts map[prog.VarID]model.Value
	used  map[string]bool // keys, as they are written
	out   gotest.Map
}

// add adds a key, by its parts. What memory does not have in the map is zero.
func (x *mapDecoder) add(key []model.Value) error {
	k, rest, ok := x.keyOf(x.typ.Key(), key)
	text := fmt.Sprint(k)
	if !ok || len(rest) > 0 || x.used[text] {
		return nil
	}
	x.used[text] = true
	var e gotest.Value = gotest.Zero{}
	var err error
	if selected(x.parts[x.has], key).IsTrue() {
		var leaves []model.Value
		for _, v := range x.values {
			leaves = append(leaves, selected(x.parts[v], key))
		}
		e, err = x.value(x.typ.Elem(), leaves)
	}
	x.out.Keys, x.out.Values = append(x.out.Keys, k), append(x.out.Values, e)
	if err == nil && len(x.out.Keys) > mostMapped {
		err = fmt.Errorf("the execution needs a map with more than %d elements", mostMapped)
	}
	return err
}

// selected returns an element of nested maps.
func selected(m model.Value, key []model.Value) model.Value {
	for _, k := range key {
		m = m.Select(k)
	}
	return m
}

// keysIn returns the keys of a map that memory lists, by their parts.
func (d *decoder) keysIn(u *types.Map, has model.Value) (out [][]model.Value) {
	listed := entries(has)
	if isString(u.Key()) {
		for _, x := range d.texts {
			listed = append(listed, []model.Value{x.id})
		}
	}
	for _, key := range listed {
		if selected(has, key).IsTrue() {
			out = append(out, key)
		}
	}
	return out
}

// entries lists the indices of nested maps that have an entry.
func entries(m model.Value) (out [][]model.Value) {
	if m.Kind() != model.KindArray {
		return [][]model.Value{nil}
	}
	for i, e := range m.Entries {
		for _, rest := range entries(e) {
			out = append(out, append([]model.Value{i}, rest...))
		}
	}
	return out
}

// another returns the n-th key of those that a map may have beside the ones that are listed. If memory has all others
// in the map, the program may have seen small ones; else it has seen that they are not there.
func (d *decoder) another(t types.Type, parts int, n int64, has model.Value) []model.Value {
	key := make([]model.Value, parts)
	for k := range key {
		key[k] = model.Int64(0)
	}
	key[0] = model.Int64(n)
	if hi := d.greatest(t); !selected(has, key).IsTrue() {
		key[0] = model.Int(num.FromBig(hi.Sub(hi, big.NewInt(n))))
	}
	return key
}

// greatest returns the greatest first part of a key.
func (d *decoder) greatest(t types.Type) *big.Int {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return d.greatest(u.Field(0).Type())
	case *types.Array:
		return d.greatest(u.Elem())
	}
	if isInt(t) {
		_, hi := d.integer(t).Range()
		return new(big.Int).Set(hi)
	}
	return big.NewInt(1)
}

// keyOf returns the key that some parts begin with. It is not ok if a part is in no key.
func (d *decoder) keyOf(t types.Type, key []model.Value) (v gotest.Value, rest []model.Value, ok bool) {
	switch u := t.Underlying().(type) {
	case *types.Struct:
		var out gotest.Struct
		for k := range u.NumFields() {
			if v, key, ok = d.keyOf(u.Field(k).Type(), key); !ok {
				return nil, nil, false
			}
			out = append(out, v)
		}
		return out, key, true
	case *types.Array:
		var out gotest.Array
		for range u.Len() {
			if v, key, ok = d.keyOf(u.Elem(), key); !ok {
				return nil, nil, false
			}
			out = append(out, v)
		}
		return out, key, true
	}
	n := key[0].Int().Big()
	switch {
	case isString(t):
		v, ok = d.numberedAs(key[0]), true
	case isBool(t):
		v, ok = gotest.Bool(n.Sign() != 0), n.BitLen() < 2 && n.Sign() >= 0
	case isInt(t):
		v, ok = gotest.Int{N: n}, d.within(t, n).Cmp(n) == 0
	}
	return v, key[1:], ok
}
