// Two sounds that are told apart with one's back to the screen: done rises, failed buzzes. Made by the browser, so that
// there is no file to load. A browser lets a page sound only after somebody has touched it.
let context = null;
const memory = (() => { try { return localStorage; } catch { return null; } })();

export const sound = {
  get isOn() { return memory?.getItem("sound") !== "off"; },
  set isOn(isOn) {
    memory?.setItem("sound", isOn ? "on" : "off");
    if (isOn) sound.done();
  },
  done: () => play([[660, 0, .1], [990, .1, .18]], "sine", .25),
  failed: () => play([[150, 0, .18], [120, .24, .3]], "square", .12),
};

function play(tones, shape, loudness) {
  if (!sound.isOn || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  for (const [pitch, start, length] of tones) {
    const tone = context.createOscillator(), level = context.createGain();
    const begin = context.currentTime + start;
    tone.type = shape;
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(loudness, begin);
    level.gain.exponentialRampToValueAtTime(.001, begin + length);
    tone.connect(level).connect(context.destination);
    tone.start(begin);
    tone.stop(begin + length);
  }
  document.documentElement.dataset.sound = shape === "sine" ? "done" : "failed";
}
