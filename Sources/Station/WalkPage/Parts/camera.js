// The camera: one stream for the whole walk, frames of at most 1280 pixels, ten a second.

const longest = 1280;
const pause = 100;

export class Camera {
  /** Shows the camera in a <video>. Throws what getUserMedia throws. */
  static async open(video) {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: "environment" }, width: { ideal: 1280 }, height: { ideal: 720 } },
    });
    const camera = new Camera(video, stream);
    video.srcObject = stream;
    try {
      await video.play();
    } catch (error) {
      camera.close();
      throw error;
    }
    return camera;
  }

  /** Whether no frame comes any more: it was closed, was taken by another program, or is not allowed any more. */
  isOver = false;
  /** Ends the wait for a frame. */
  #stopWaiting = () => {};

  constructor(video, stream) {
    this.video = video;
    this.stream = stream;
    this.track = stream.getVideoTracks()[0];
    this.track.addEventListener("ended", () => this.#end());
    this.canvas = document.createElement("canvas");
    this.context = this.canvas.getContext("2d", { willReadFrequently: true });
  }

  /** Whether it has a light that can be switched. What browsers say of supported constraints was wrong for years. */
  get hasTorch() { return Boolean(this.track.getCapabilities?.().torch); }
  setTorch(isOn) { return this.track.applyConstraints({ advanced: [{ torch: isOn }] }); }

  /** The sides of the frames that are read. */
  get size() {
    const { videoWidth, videoHeight } = this.video;
    const share = Math.min(1, longest / Math.max(videoWidth, videoHeight, 1));
    return { width: Math.round(videoWidth * share), height: Math.round(videoHeight * share) };
  }

  /** The pixels that are shown now. */
  grab() {
    const { width, height } = this.size;
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    this.context.drawImage(this.video, 0, 0, width, height);
    return this.context.getImageData(0, 0, width, height);
  }

  /** Resolves at the next frame that is not too soon after the last one, or when the camera is over. */
  async nextFrame() {
    await new Promise((done) => setTimeout(done, pause));
    if (this.isOver) return;
    await new Promise((done) => {
      this.#stopWaiting = done;
      return this.video.requestVideoFrameCallback?.(done) ?? requestAnimationFrame(done);
    });
  }

  #end() {
    this.isOver = true;
    this.#stopWaiting();
  }

  close() {
    this.#end();
    for (const track of this.stream.getTracks()) track.stop();
    this.video.srcObject = null;
  }
}
