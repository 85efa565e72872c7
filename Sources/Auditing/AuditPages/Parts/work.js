// The next steps as a work list, store by store; those with the worst findings come first. Ticks stay in this browser.
let ticks = new Set();
const memory = `waymark ${raw.made} ${findings.length}`;
try { ticks = new Set(JSON.parse(localStorage.getItem(memory) ?? "[]")); } catch { /* A browser may refuse to remember. */ }
function byStore(list) {
  const groups = new Map();
  for (const finding of list) {
    for (const store of finding.stores.length ? finding.stores : [null]) {
      if (groups.has(store)) groups.get(store).push(finding); else groups.set(store, [finding]);
    }
  }
  return [...groups];
}
const storeHead = (store, tasks) => make("header", "", make("h3", "", store?.name ?? text("stores.none")),
  make("span", "", `${store && store.id !== store.name ? `${store.id} · ` : ""}${text("steps", { count: tasks.length })}`));
function buildWork() {
  const work = byId("list");
  if (work.childElementCount) return;
  const ordered = byStore(findings).sort(([, left], [, right]) =>
    Math.min(...left.map(rank)) - Math.min(...right.map(rank)) || right.length - left.length);
  for (const [store, tasks] of ordered) {
    work.append(make("section", "card", storeHead(store, tasks), ...tasks.map((finding) => {
      const box = make("input", "");
      box.type = "checkbox";
      const key = `${store?.id ?? ""}:${finding.index}`;
      box.checked = ticks.has(key);
      box.addEventListener("change", () => {
        if (box.checked) ticks.add(key); else ticks.delete(key);
        try { localStorage.setItem(memory, JSON.stringify([...ticks])); } catch { /* As above. */ }
      });
      return make("label", "", box, make("span", "", finding.next, make("small", "", finding.message)));
    })));
  }
  if (!ordered.length) work.append(make("p", "none", text("work.none")));
  byId("work-count").textContent = ordered.length ? text("stores", { count: ordered.length }) : "";
}
