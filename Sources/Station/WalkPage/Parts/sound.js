// Two sounds for the verdicts, and a vibration where the phone is silent.
import { allowTones, done, failed, playTones } from "./tones.js";

export const allowSound = allowTones;

export const sound = {
  good: () => signal(done, 60),
  bad: () => signal(failed, [120, 60, 120]),
  unsure: () => signal(() => playTones([[440, 0, .16]], "sine", .2), 120),
};

function signal(tones, vibration) {
  if (navigator.userActivation?.hasBeenActive !== false) navigator.vibrate?.(vibration);
  tones();
}
