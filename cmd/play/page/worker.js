// The worker runs the solver. It gets the compiled solver, or compiles it and hands it out, and then answers one request; to
// stop it, the page ends it.
'use strict';
importScripts('wasm_exec.js');

const go = new Go();
let request; // that came before the solver was ready
let isReady = false;

// ready is called by the solver.
self.ready = () => {
  isReady = true;
  postMessage({ ready: true });
  if (request) muster(JSON.stringify(request), send);
};

const send = (event) => postMessage({ event: JSON.parse(event) });

// load fetches and unpacks the solver. A server may have unpacked it already, if it takes .gz for an encoding.
async function load() {
  const answer = await fetch('muster.wasm.gz');
  if (!answer.ok) throw new Error(`muster.wasm.gz: ${answer.status} ${answer.statusText}`);
  let bytes = await answer.arrayBuffer();
  const head = new Uint8Array(bytes, 0, 2);
  if (head[0] === 0x1f && head[1] === 0x8b) {
    bytes = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
  }
  return WebAssembly.compile(bytes);
}

async function start(compiled) {
  const module = compiled || await load();
  if (!compiled) postMessage({ module });
  const instance = await WebAssembly.instantiate(module, go.importObject);
  await go.run(instance);
  throw new Error('the solver ended'); // as it does when its memory is used up
}

onmessage = ({ data }) => {
  if (data.request) {
    request = data.request;
    if (isReady) muster(JSON.stringify(request), send);
    return;
  }
  start(data.module).catch((e) => postMessage({ failed: String(e.message || e) }));
};
