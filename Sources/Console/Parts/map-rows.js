// From what the API says to what the map draws (map.js): rows that are told apart by position.
import { text } from "./language.js";

export const verdicts = ["inside", "outside", "undecided", "unknown"];

/// What the map says, in the page's language.
export const mapWords = () => ({
  region: (radius) => text("map.region", { radius }),
  verdict: (verdict) => text(`verdict.${verdict}`),
  belongs: (store) => ` · ${text("map.belongs", { store })}`,
  found: (store) => ` · ${text("map.found", { store })}`,
  tags: (count) => text("map.tags", { count }),
});

/// What the map draws: regions, tags where they were seen, and the findings about them, told apart by position.
export function rowsOf(findings, stores, tags) {
  const rows = { stores: [], tags: [], findings: [] };
  const known = new Map(stores.map((store) => [store.id, store]));
  const positions = new Map(), labels = new Map();
  const position = (id) => {
    if (!positions.has(id)) {
      const store = known.get(id), region = store?.region;
      positions.set(id, rows.stores.length);
      rows.stores.push(region ? [id, store.name, region.latitude, region.longitude, region.radius] : [id, store?.name ?? id]);
    }
    return positions.get(id);
  };
  for (const store of stores.slice(0, 6000)) position(store.id);
  for (const { geometry, properties } of tags) {
    const label = properties.tag ?? properties.uid ?? properties.url ?? "";
    const [longitude, latitude] = geometry.coordinates;
    labels.set(label, [...labels.get(label) ?? [], rows.tags.length]);
    rows.tags.push([label, properties.store ? position(properties.store) : -1, properties.foundStore ? position(properties.foundStore) : -1,
      verdicts.indexOf(properties.verdict ?? "unknown"), latitude, longitude, properties.sigma ?? 0, properties.url]);
  }
  for (const finding of findings) {
    rows.findings.push([finding.code, finding.severity, finding.stores.map(position), finding.tags.flatMap((tag) => labels.get(tag) ?? []),
      finding.tags.filter((tag) => !labels.has(tag)), finding.message, finding.next, {}]);
  }
  return rows;
}
