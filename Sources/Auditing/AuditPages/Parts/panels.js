// What is selected, beside the map.
const detail = byId("detail");
function showDetail(finding) {
  detail.replaceChildren();
  if (!finding) {
    const state = findings.length ? "pick" : "calm";
    detail.append(make("h2", "", text(state)), make("p", "soft", text(`${state}.next`)));
    return;
  }
  const turn = make("div", "turn", make("span", `severity ${finding.severity}`, severityOf(finding)),
    make("span", "", ...[[text("turn.back"), "‹", -1], [text("turn.on"), "›", 1]].map(([name, sign, step]) => {
      const button = make("button", "", sign);
      button.setAttribute("aria-label", name);
      button.addEventListener("click", () => turnTo(step));
      return button;
    })));
  const next = make("div", "next", make("b", "", text("head.next")), finding.next);
  const facts = make("dl", "");
  const fact = (name, value) => value && facts.append(make("dt", "", name), make("dd", "", value));
  fact(text("head.code"), kindOf(finding));
  fact(text(finding.stores.length === 1 ? "fact.store" : "head.stores"), storeNames(finding));
  fact(text("head.tags"), number(tagCount(finding)));
  fact(text("fact.distance"), finding.evidence.distance !== undefined
    && text("fact.distance.from", { distance: metres(finding.evidence.distance) }));
  fact(text("fact.chance"), finding.evidence.p !== undefined && text("fact.chance.of", { p: finding.evidence.p.toPrecision(2) }));
  // The evidence is English; the message has the same reason in the reader's language.
  if (language === "en") fact(text("fact.reason"), finding.evidence.reason);
  detail.append(turn, make("p", "message", finding.message), next, facts);
  const list = make("ul", "");
  for (const tag of finding.tags.slice(0, 200)) {
    const item = make("li", "", make("i", `dot ${verdicts[tag.verdict]}`), tag.label);
    if (tag.found && tag.found !== tag.store) item.append(make("span", "soft", text("tag.at", { store: tag.found.name })));
    if (tag.url) item.append(make("code", "", tag.url));
    list.append(item);
  }
  for (const label of finding.unseen.slice(0, 200)) list.append(make("li", "", label, make("span", "soft", text("tag.unseen"))));
  const more = tagCount(finding) - list.children.length;
  if (more > 0) list.append(make("li", "soft", text("tag.more", { count: more })));
  detail.append(make("span", "label", text("head.tags")), list);
  detail.scrollTop = 0;
}
function turnTo(step) {
  if (!shown.length) return;
  const position = shown.indexOf(state.selected);
  const goal = position < 0 ? 0 : Math.max(0, Math.min(shown.length - 1, position + step));
  select(shown[goal], "key");
}
listeners.push(showDetail);
