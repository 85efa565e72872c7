// Two tones that are told apart without looking, made by the browser, and a touch for shops where a telephone is silent.
let context = null;

/** To be called in a click: a browser lets a page sound only after one. */
export function allowSound() {
  if (navigator.userActivation?.hasBeenActive === false) return;
  try {
    context ??= new AudioContext();
    context.resume();
  } catch { context = null; }
}

export const sound = {
  good: () => tell([[660, 0, .1], [990, .1, .18]], "sine", .25, 60),
  bad: () => tell([[150, 0, .18], [120, .24, .3]], "square", .12, [120, 60, 120]),
  unsure: () => tell([[440, 0, .16]], "sine", .2, 120),
};

function tell(tones, shape, loudness, touch) {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(touch);
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
