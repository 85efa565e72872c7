// Light, dark or as the system is. Runs before the page is painted, so that a dark room is not lit up by a flash.
"use strict";
(() => {
  const system = matchMedia("(prefers-color-scheme: dark)");
  let memory = null;
  try { memory = localStorage; } catch { /* A browser may refuse to remember. */ }
  const theme = {
    get choice() { return memory?.getItem("theme") ?? "auto"; },
    set choice(choice) {
      memory?.setItem("theme", choice);
      theme.apply();
    },
    apply() {
      const { choice } = theme;
      const isDark = choice === "dark" || (choice === "auto" && system.matches);
      document.documentElement.dataset.theme = isDark ? "dark" : "light";
      dispatchEvent(new Event("themechange"));
    },
  };
  system.addEventListener("change", theme.apply);
  theme.apply();
  globalThis.waymarkTheme = theme;
})();
