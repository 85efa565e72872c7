// The bench's two sounds, which can be told from each other without looking at the screen.
import { allowTones, done, failed } from "./tones.js";
const memory = (() => { try { return localStorage; } catch { return null; } })();

export const sound = {
  get isOn() { return memory?.getItem("sound") !== "off"; },
  set isOn(isOn) {
    memory?.setItem("sound", isOn ? "on" : "off");
    if (isOn) sound.done();
  },
  done: () => play(done, "done"),
  failed: () => play(failed, "failed"),
};

function play(tones, name) {
  if (!sound.isOn || navigator.userActivation?.hasBeenActive === false) return;
  allowTones();
  tones();
  document.documentElement.dataset.sound = name;
}
