// From what the API says to what the map draws (map.js): rows that are told apart by position.
import { metres, said, text } from "./language.js";
import { storeBook, storeKey } from "./store-book.js";

export const verdicts = ["inside", "outside", "undecided", "unknown"];

/// What the map says, in the page's language.
export const mapWords = () => ({
  metres,
  region: (radius) => text("map.region", { radius }),
  verdict: (verdict) => text(`verdict.${verdict}`),
  belongs: (store) => ` · ${text("map.belongs", { store })}`,
  found: (store) => ` · ${text("map.found", { store })}`,
  tags: (count) => text("map.tags", { count }),
});

/// A finding's stores as identifiers with their deployments.
export const storesOf = ({ stores, deployments }) => stores.map((id, index) => [id, deployments?.[index] || undefined]);

/// What the map draws: regions, tags where they were seen, and the findings about them, told apart by position.
/// `own` are the stores that are drawn, of all that have names.
export function rowsOf(findings, stores, tags, own = stores) {
  const rows = { stores: [], tags: [], findings: [] };
  const book = storeBook(stores);
  const positions = new Map(), labels = new Map();
  const position = (id, deployment) => {
    const key = storeKey(id, deployment);
    if (!positions.has(key)) {
      const name = book.name(id, deployment), region = book.find(id, deployment)?.region;
      positions.set(key, rows.stores.length);
      rows.stores.push(region ? [key, name, region.latitude, region.longitude, region.radius] : [key, name]);
    }
    return positions.get(key);
  };
  for (const store of own.slice(0, 6000)) position(store.id, store.deployment);
  for (const { geometry, properties } of tags) {
    const label = properties.tag ?? properties.uid ?? properties.url ?? "";
    const [longitude, latitude] = geometry.coordinates;
    labels.set(label, [...labels.get(label) ?? [], rows.tags.length]);
    rows.tags.push([label, properties.store ? position(properties.store, properties.deployment) : -1,
      properties.foundStore ? position(properties.foundStore, properties.foundDeployment) : -1,
      verdicts.indexOf(properties.verdict ?? "unknown"), latitude, longitude, properties.sigma ?? 0, properties.url]);
  }
  for (const finding of findings) {
    rows.findings.push([finding.code, finding.severity, storesOf(finding).map(([id, deployment]) => position(id, deployment)), finding.tags.flatMap((tag) => labels.get(tag) ?? []),
      finding.tags.filter((tag) => !labels.has(tag)), said(finding, "message"), said(finding, "next"), {}]);
  }
  return rows;
}
