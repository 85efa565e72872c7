// What the report's page gives its parts: the audit, and what the map says.
const raw = JSON.parse(document.getElementById("audit").textContent);
const say = {
  region: (radius) => `region of ${radius}`,
  verdict: (verdict) => verdict === "unknown" ? "no verdict" : verdict,
  belongs: (store) => `, belongs to ${store}`,
  found: (store) => `, is at ${store}`,
  tags: (count) => `${count.toLocaleString("en")} tags`,
};
