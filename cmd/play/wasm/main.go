//go:build js

// Command wasm is the solver of the page, in a web worker. It calls the worker's function ready when it is, and defines
// muster(request, send), which answers a request: both that and what send gets are JSON (package answer). It answers
// one at a time; to stop it, the page ends the worker.
package main

import (
	"context"
	"encoding/json"
	"syscall/js"

	"github.com/muster-smt/muster/cmd/play/answer"
)

func main() {
	js.Global().Set("muster", js.FuncOf(func(_ js.Value, args []js.Value) any {
		var q answer.Request
		send := func(e answer.Event) {
			text, err := json.Marshal(e)
			if err != nil {
				panic(err)
			}
			args[1].Invoke(string(text))
		}
		if err := json.Unmarshal([]byte(args[0].String()), &q); err != nil {
			panic(err)
		}
		go answer.Run(context.Background(), q, send)
		return nil
	}))
	js.Global().Call("ready")
	select {}
}
