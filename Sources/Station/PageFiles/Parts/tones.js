// Short sounds that the browser makes, so that there is no file to load.
let context = null;

/** Gets the sound ready, in a click: a browser lets a page sound only after one. */
export function allowTones() {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    context.resume();
  } catch { context = null; }
}

/** Plays tones, [hertz, start, length] in seconds, of one wave shape, if the browser lets the page sound. */
export function playTones(tones, shape, loudness) {
  if (context?.state !== "running") return;
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
}

/** What a person hears when a thing is done, and when it failed. */
export const done = () => playTones([[660, 0, .1], [990, .1, .18]], "sine", .25);
export const failed = () => playTones([[150, 0, .18], [120, .24, .3]], "square", .12);
