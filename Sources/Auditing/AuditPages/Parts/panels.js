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
