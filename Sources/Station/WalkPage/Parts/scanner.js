// Frames to the decoder's own thread, one at a time, and what it read to the page.
import { cut } from "./picture.js";
import { startDecoder } from "./scripts.js";

/** For so long a code that was read is not read again, unless another one was in between, in milliseconds. */
const rest = 3_000;

/**
 * Reads until `signal` or the camera ends. `act` has `seen(codes, size)` for every frame, `read(text, cut)` for a code that is new in view,
 * where `cut()` makes its picture, and `broken()` when a code in view cannot be read at all.
 */
export async function scan(camera, act, signal) {
  const worker = startDecoder();
  signal.addEventListener("abort", () => worker.terminate());
  let last = { text: null, time: 0 };
  while (!signal.aborted) {
    await camera.nextFrame();
    if (camera.isOver) break;
    if (signal.aborted || document.hidden) continue;
    const frame = camera.grab();
    if (frame.width === 0) continue;
    const answer = await decode(worker, frame, signal);
    if (!answer) return;
    if (answer.error) throw new Error(answer.error);
    act.seen(answer.codes, frame);
    if (answer.isBroken) act.broken();
    const now = performance.now();
    const code = nearestToMiddle(answer.codes.filter((code) => code.text), frame);
    if (!code) continue;
    if (code.text === last.text && now - last.time < rest) {
      // As long as it stays in view it is the same scan.
      last.time = now;
      continue;
    }
    last = { text: code.text, time: now };
    // The decoder gives the frame back with what it read in it.
    const seen = { data: new Uint8ClampedArray(answer.buffer), width: frame.width, height: frame.height };
    act.read(code.text, () => cut(seen, code.corners));
  }
  worker.terminate();
}

function decode(worker, { data, width, height }, signal) {
  return new Promise((settle, fail) => {
    worker.onmessage = ({ data: answer }) => settle(answer);
    worker.onerror = (event) => fail(new Error(event.message || "the decoder cannot be started"));
    signal.addEventListener("abort", () => settle(null), { once: true });
    worker.postMessage({ buffer: data.buffer, width, height }, [data.buffer]);
  });
}

/** Of several codes in view the one that the person points at. */
function nearestToMiddle(codes, { width, height }) {
  const far = ({ corners }) => Math.hypot(
    corners.reduce((sum, corner) => sum + corner.x, 0) / 4 - width / 2,
    corners.reduce((sum, corner) => sum + corner.y, 0) / 4 - height / 2);
  return codes.sort((one, other) => far(one) - far(other))[0];
}
