// What is selected, beside the map.
const detail = byId("detail");
function showDetail(finding) {
  detail.replaceChildren();
  if (!finding) {
    const head = findings.length ? "Pick a finding" : "Nothing to do";
    const text = findings.length ? "Choose a row of the table or a tag on the map. It is explained here, with the next step."
      : "No tag was found in the wrong place.";
    detail.append(make("h2", "", head), make("p", "soft", text));
    return;
  }
  const turn = make("div", "turn", make("span", `severity ${finding.severity}`, finding.severity),
    make("span", "", ...[["Previous finding", "‹", -1], ["Next finding", "›", 1]].map(([name, text, step]) => {
      const button = make("button", "", text);
      button.setAttribute("aria-label", name);
      button.addEventListener("click", () => turnTo(step));
      return button;
    })));
  const next = make("div", "next", make("b", "", "Next step"), finding.next);
  const facts = make("dl", "");
  const fact = (name, value) => value && facts.append(make("dt", "", name), make("dd", "", value));
  fact("Finding", words(finding.code));
  fact(finding.stores.length === 1 ? "Store" : "Stores", storeNames(finding));
  fact("Tags", tagCount(finding).toLocaleString("en"));
  fact("Distance", finding.evidence.distance !== undefined && `${metres(finding.evidence.distance)} from the region's centre`);
  fact("Chance", finding.evidence.p !== undefined && `${finding.evidence.p.toPrecision(2)} that a tag inside gives this fix`);
  fact("Why", finding.evidence.reason);
  detail.append(turn, make("p", "message", finding.message), next, facts);
  const list = make("ul", "");
  for (const tag of finding.tags.slice(0, 200)) {
    const item = make("li", "", make("i", `dot ${verdicts[tag.verdict]}`), tag.label);
    if (tag.found && tag.found !== tag.store) item.append(make("span", "soft", ` at ${tag.found.name}`));
    if (tag.url) item.append(make("code", "", tag.url));
    list.append(item);
  }
  for (const label of finding.unseen.slice(0, 200)) list.append(make("li", "", label, make("span", "soft", " not seen")));
  const more = tagCount(finding) - list.children.length;
  if (more > 0) list.append(make("li", "soft", `and ${more.toLocaleString("en")} more`));
  detail.append(make("span", "label", "Tags"), list);
  detail.scrollTop = 0;
}
function turnTo(step) {
  if (!shown.length) return;
  const position = shown.indexOf(state.selected);
  const goal = position < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, position + step));
  select(shown[goal], "key");
}
listeners.push(showDetail);

// The next steps as a work list, store by store; those with the worst findings come first. Ticks stay in this browser.
let ticks = new Set();
const memory = `waymark ${raw.made} ${findings.length}`;
try { ticks = new Set(JSON.parse(localStorage.getItem(memory) ?? "[]")); } catch { /* A browser may refuse to remember. */ }
function buildWork() {
  const work = byId("list");
  if (work.childElementCount) return;
  const groups = new Map();
  for (const finding of findings) {
    for (const store of finding.stores.length ? finding.stores : [null]) {
      groups.set(store, [...(groups.get(store) ?? []), finding]);
    }
  }
  const ordered = [...groups].sort(([, left], [, right]) =>
    Math.min(...left.map(rank)) - Math.min(...right.map(rank)) || right.length - left.length);
  for (const [store, tasks] of ordered) {
    const head = make("header", "", make("h3", "", store?.name ?? "No store"),
      make("span", "", `${store && store.id !== store.name ? `${store.id} · ` : ""}${plural(tasks.length, "step")}`));
    work.append(make("section", "card", head, ...tasks.map((finding) => {
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
  if (!ordered.length) work.append(make("p", "none", "Nothing to do."));
  byId("work-count").textContent = ordered.length ? plural(ordered.length, "store") : "";
}
