// The decoder's own thread: frames in, codes out, one at a time. A frame's buffer goes back with its answer.
import { Decoder } from "./decoder.js";

const decoder = Decoder.load(fetch("./decoder.wasm"));

addEventListener("message", async ({ data }) => {
  const { buffer, width, height } = data;
  try {
    const answer = (await decoder).read(new Uint8ClampedArray(buffer), width, height);
    postMessage({ ...answer, buffer }, [buffer]);
  } catch (error) {
    postMessage({ codes: [], isBroken: false, error: String(error), buffer }, [buffer]);
  }
});
