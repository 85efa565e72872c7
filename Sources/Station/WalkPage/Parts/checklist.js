// What is left, store by store: the store that the phone is nearest to first, and in it what was not seen yet.
import { button, make, redraw } from "./elements.js";
import { text } from "./language.js";
import { distance } from "./geodesy.js";
import { doneOf, summary } from "./reading.js";

/** `note` is called with a tag whose last scan a person wants to say something of. */
export function checklist(list, app, fix, note) {
  const noted = new Set(app.scans.filter((scan) => scan.note || scan.hasPicture).map((scan) => scan.tag));
  const known = summary(app.scans), done = doneOf(app), isInstalling = app.pack.task === "install";
  const far = (store) => (fix && store.region ? distance(fix, store.region) ?? Infinity : Infinity);
  const stores = app.pack.stores.map((store, position) => ({
    store, far: far(store), signs: app.pack.signs.filter((sign) => sign.store === position),
  })).sort((one, other) => one.far - other.far || one.store.name.localeCompare(other.store.name));
  const refused = new Map(app.scans.filter((scan) => scan.commissionRefused ?? scan.remarkRefused)
    .map((scan) => [scan.tag, scan.commissionRefused ?? scan.remarkRefused]));
  redraw(list, stores.map(({ store, signs }) => {
    const key = `${store.deployment ?? ""}/${store.store}`;
    const left = signs.filter((sign) => !done.has(sign.tag)).length;
    const inOrder = signs.toSorted((one, other) => done.has(one.tag) - done.has(other.tag));
    return make("details", { open: left > 0 && stores.length < 4, data: { key } },
      make("summary", { data: { key } }, make("span.strong", store.name),
        make("span.soft", left ? text("list.left", { count: left }) : text(isInstalling ? "install.all" : "list.done"))),
      make("ul", inOrder.map((sign) => {
        const kind = known.get(sign.tag);
        const state = !isInstalling ? text(kind ? `kind.${kind}` : "list.unseen")
          : text(done.has(sign.tag) ? "install.up" : kind === "outside" ? "kind.outside" : "install.open");
        return make("li", { data: { kind: kind ?? (isInstalling && done.has(sign.tag) ? "roaming" : "unseen"), tag: sign.tag } },
          make("span", sign.placement || sign.tag), make("code", sign.tag),
          make("span.state", state), refused.has(sign.tag) && make("span.small.refusal", refused.get(sign.tag)),
          kind && button(text(noted.has(sign.tag) ? "note.change" : "note"), () => note(sign.tag), "small",
            { "aria-label": text("note.on", { placement: sign.placement || sign.tag }), data: { key: sign.tag } }));
      })));
  }));
}
