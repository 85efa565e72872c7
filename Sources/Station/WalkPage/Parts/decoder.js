// Reads QR codes in frames of pixels. The decoder is zxing-cpp as WebAssembly (Scripts/decoder), and the same on every
// phone. A symbol that is right in every block and wrong in what it says ends an instance; another one is then made.

/** The longest content that is read, in bytes: no chip and no sign of ours holds more. */
const longest = 4096;

export class Decoder {
  /** `module`: the compiled WebAssembly.Module. */
  constructor(module) {
    this.module = module;
    this.instance = null;
  }

  /** Compiles what a server answers; throws when it is no WebAssembly, or the page's policy refuses it. */
  static async load(response) {
    return new Decoder(await WebAssembly.compile(await (await response).arrayBuffer()));
  }

  /**
   * Reads a frame of RGBA pixels, 4 * width * height of them.
   *
   * `codes`: what was read, each as `text`, null when it is not UTF-8 or longer than 4096 bytes, and `corners`, clockwise
   * from the top left of the symbol. `isBroken`: a code in the frame ended the decoder, and nothing was read.
   */
  read(pixels, width, height) {
    try {
      const { memory, frame, scan, found } = this.running();
      const place = frame(width, height);
      if (place === 0) throw new RangeError(`a frame of ${width} x ${height} pixels cannot be read`);
      new Uint8Array(memory.buffer, place, 4 * width * height).set(pixels);
      const count = scan();
      return { codes: codesAt(new DataView(memory.buffer), found(), count), isBroken: false };
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      this.instance = null;
      return { codes: [], isBroken: true };
    }
  }

  running() {
    if (this.instance === null) {
      this.instance = new WebAssembly.Instance(this.module);
      this.instance.exports._initialize();
    }
    return this.instance.exports;
  }
}

/** For each code: the number of its bytes, x and y of its corners, all of 32 bits; its bytes. */
function codesAt(memory, start, count) {
  const codes = [];
  let place = start;
  const number = () => {
    const value = memory.getInt32(place, true);
    place += 4;
    return value;
  };
  for (let index = 0; index < count; index += 1) {
    const length = number();
    const corners = [0, 1, 2, 3].map(() => ({ x: number(), y: number() }));
    codes.push({ text: text(new Uint8Array(memory.buffer, place, length)), corners });
    place += length;
  }
  return codes;
}

function text(bytes) {
  if (bytes.length > longest) return null;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
