// How the page looks: as the system does, or with the strongest contrast there is, for the sun.
import { make } from "./elements.js";
import { text } from "./language.js";

const looks = ["auto", "sun"];

function kept() {
  try { return localStorage.getItem("look") ?? "auto"; } catch { return "auto"; }
}

function apply(look) { document.documentElement.dataset.look = looks.includes(look) ? look : "auto"; }

/** The choice of a look. */
export function lookChoice() {
  const choice = make("select", { id: "look", onchange: () => {
    try { localStorage.setItem("look", choice.value); } catch { /* A browser may refuse to remember. */ }
    apply(choice.value);
  } }, looks.map((look) => make("option", { value: look, selected: look === document.documentElement.dataset.look }, text(`look.${look}`))));
  return make("div.language", make("label", { for: "look" }, text("look")), choice);
}

apply(kept());
