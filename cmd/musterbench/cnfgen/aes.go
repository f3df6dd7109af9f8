package cnfgen

import (
	"crypto/aes"
	"math/bits"
)

// rijndael asks for the key of AES-128 with which a block encrypts to another: all of
// the key is known but n bits. Without a model, one bit of the result is wrong; that
// another key gives it is as good as impossible.
func rijndael(c *circuit, n int, possible bool) {
	var key, plain, cipher [16]byte
	for i := range key {
		key[i], plain[i] = byte(c.rng.Uint32()), byte(c.rng.Uint32())
	}
	block, err := aes.NewCipher(key[:])
	if err != nil {
		panic(err) // the key has 16 bytes
	}
	block.Encrypt(cipher[:], plain[:])
	if !possible {
		cipher[c.rng.IntN(16)] ^= 1 << c.rng.IntN(8)
	}
	a := &aesCircuit{circuit: c}
	a.fillSbox()
	unknown := make([]bool, 128)
	for _, i := range c.rng.Perm(128)[:n] {
		unknown[i] = true
	}
	var words, state [16][]int
	for i := range words {
		words[i], state[i] = c.inputs(8), c.constant(int(plain[i]), 8)
		for j, l := range words[i] {
			if !unknown[8*i+j] {
				c.addBit(l, key[i]>>j)
			}
		}
	}
	for i, word := range a.encrypt(state, words) {
		for j, l := range word {
			c.addBit(l, cipher[i]>>j)
		}
	}
}

// addBit says that a literal has the lowest bit of value.
func (c *circuit) addBit(l int, value byte) {
	if value&1 == 0 {
		l = -l
	}
	c.add(l)
}

// aesCircuit makes circuits of AES (FIPS 197). Bytes are words of 8 bits, the block and
// the key are by columns.
type aesCircuit struct {
	*circuit
	sbox [256]byte
}

// fillSbox computes the substitution: the inverse in GF(256), and an affine map.
func (a *aesCircuit) fillSbox() {
	p, q := byte(1), byte(1) // q is the inverse of p, which runs over the powers of 3
	for {
		p ^= double(p)
		q ^= q << 1
		q ^= q << 2
		q ^= q << 4
		if q&0x80 != 0 {
			q ^= 9
		}
		a.sbox[p] = 0x63
		for i := range 5 {
			a.sbox[p] ^= bits.RotateLeft8(q, i)
		}
		if p == 1 {
			break
		}
	}
	a.sbox[0] = 0x63
}

// double is the product with 2 in GF(256).
func double(x byte) byte { return x<<1 ^ x>>7*0x1b }

// encrypt encrypts a block in ten rounds.
func (a *aesCircuit) encrypt(state, key [16][]int) [16][]int {
	const rounds = 10
	state = a.addKey(state, key)
	constant := byte(1)
	for round := 1; round <= rounds; round++ {
		var next [16][]int
		for i := range next {
			next[i] = a.substitute(state[(5*i)%16]) // rows are rotated
		}
		if round < rounds {
			for i := 0; i < 16; i += 4 {
				a.mixColumn(next[i : i+4])
			}
		}
		key = a.nextKey(key, constant)
		constant = double(constant)
		state = a.addKey(next, key)
	}
	return state
}

func (a *aesCircuit) addKey(state, key [16][]int) [16][]int {
	for i := range state {
		state[i] = a.xorWord(state[i], key[i])
	}
	return state
}

// nextKey returns the key of the next round.
func (a *aesCircuit) nextKey(key [16][]int, constant byte) [16][]int {
	var next [16][]int
	for i := range next {
		if i >= 4 {
			next[i] = a.xorWord(key[i], next[i-4])
		} else {
			next[i] = a.xorWord(key[i], a.substitute(key[12+(i+1)%4]))
			if i == 0 {
				next[0] = a.xorWord(next[0], a.constant(int(constant), 8))
			}
		}
	}
	return next
}

// mixColumn multiplies a column by the polynomial 3x³+x²+x+2.
func (a *aesCircuit) mixColumn(column [][]int) {
	sum := a.xorWord(a.xorWord(column[0], column[1]), a.xorWord(column[2], column[3]))
	var out [4][]int
	for i := range out {
		pair := a.xorWord(column[i], column[(i+1)%4])
		top := pair[7]
		twice := append([]int{top}, pair[:7]...)
		for _, j := range []int{1, 3, 4} {
			twice[j] = a.xor(twice[j], top)
		}
		out[i] = a.xorWord(column[i], a.xorWord(sum, twice))
	}
	copy(column, out[:])
}

// substitute looks a byte up in the table: by a decision diagram for each bit of the
// result.
func (a *aesCircuit) substitute(x []int) []int {
	out := make([]int, 8)
	for bit := range out {
		column := make([]int, 256)
		for i, y := range a.sbox {
			column[i] = a.yes
			if y>>bit&1 == 0 {
				column[i] = -a.yes
			}
		}
		for _, l := range x {
			made := map[[2]int]int{}
			half := make([]int, len(column)/2)
			for i := range half {
				pair := [2]int{column[2*i], column[2*i+1]}
				if made[pair] == 0 {
					made[pair] = a.ite(l, pair[1], pair[0])
				}
				half[i] = made[pair]
			}
			column = half
		}
		out[bit] = column[0]
	}
	return out
}

func (a *aesCircuit) xorWord(x, y []int) []int {
	out := make([]int, len(x))
	for i := range x {
		out[i] = a.xor(x[i], y[i])
	}
	return out
}
