// A token is asked for once; the station turns it into a cookie that no script can read.
import { button, field, make, sending } from "./elements.js";
import { text } from "./language.js";
import { problemNotice } from "./notices.js";
import { station } from "./station.js";

export function showLogin(main, done) {
  const secret = make("input", { type: "password", name: "secret", autocomplete: "current-password", required: true,
    spellcheck: false });
  // For managers of passwords, which want to know whose it is.
  const name = make("input", { type: "text", autocomplete: "username", value: location.host, hidden: true });
  const wrong = make("div");
  const enter = sending(async () => {
    wrong.replaceChildren();
    try {
      await station.logIn(secret.value.trim());
      secret.value = "";
      await done();
    } catch (error) {
      wrong.replaceChildren(problemNotice(error));
      secret.select();
    }
  });
  const form = make("form.card.narrow", { onsubmit: enter }, make("h1", text("login.title")), make("p", text("login.why")),
    name, field(text("login.token"), secret), wrong,
    button(text("login.enter"), () => {}, "primary", { type: "submit" }),
    make("p.soft", text("login.how")), make("pre", "waymark token create --role provision"));
  main.replaceChildren(form);
  secret.focus();
}
