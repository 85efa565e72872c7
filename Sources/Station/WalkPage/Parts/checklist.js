// What is left, store by store: the store that the phone is nearest to first, and in it what was not seen yet.
import { make } from "./elements.js";
import { text } from "./language.js";
import { distance } from "./geodesy.js";
import { summary } from "./reading.js";

export function checklist(list, app, fix) {
  const known = summary(app.scans);
  const far = (store) => (fix && store.region ? distance(fix, store.region) ?? Infinity : Infinity);
  const stores = app.pack.stores.map((store, position) => ({
    store, far: far(store), signs: app.pack.signs.filter((sign) => sign.store === position),
  })).sort((one, other) => one.far - other.far || one.store.name.localeCompare(other.store.name));
  list.replaceChildren(...stores.map(({ store, signs }) => {
    const left = signs.filter((sign) => !known.has(sign.tag)).length;
    const inOrder = signs.toSorted((one, other) => known.has(one.tag) - known.has(other.tag));
    return make("details", { open: left > 0 && stores.length < 4 },
      make("summary", make("span.strong", store.name),
        make("span.soft", left ? text("list.left", { count: left }) : text("list.done"))),
      make("ul", inOrder.map((sign) => {
        const kind = known.get(sign.tag);
        return make("li", { data: { kind: kind ?? "unseen", tag: sign.tag } },
          make("span", sign.placement || sign.tag), make("code", sign.tag),
          make("span.state", kind ? text(`kind.${kind}`) : text("list.unseen")));
      })));
  }));
}
