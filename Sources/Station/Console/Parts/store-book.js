// Which store is meant: an identifier, and the deployment that the store belongs to. Two deployments may use one
// identifier; only then is its deployment shown beside a store's name.
import { make, option } from "./elements.js";
import { text } from "./language.js";

export const storeKey = (id, deployment) => `${id}\n${deployment ?? ""}`;

/// The stores of a station or of a batch, found by identifier and deployment.
export function storeBook(stores) {
  const known = new Map(stores.map((store) => [storeKey(store.id, store.deployment), store]));
  const shares = new Map();
  const note = (word, deployment) => shares.set(word, (shares.get(word) ?? new Set()).add(deployment ?? ""));
  for (const { id, name, deployment } of stores) {
    note(`id ${id}`, deployment);
    note(`name ${name}`, deployment);
  }
  const isShared = (word) => shares.get(word)?.size > 1;
  return {
    find: (id, deployment) => known.get(storeKey(id, deployment)),
    /// The store's name, with its deployment where another deployment has a store of this identifier or name.
    name(id, deployment) {
      const name = known.get(storeKey(id, deployment))?.name ?? id;
      return isShared(`id ${id}`) || isShared(`name ${name}`) ? `${name} · ${deployment || text("deployment.none")}` : name;
    },
  };
}

/// A choice among the deployments that occur; hidden while there is only one.
export function deploymentFilter(choose) {
  const select = make("select", { "aria-label": text("deployment.filter"), data: { filter: "deployment" }, hidden: true, onchange: () => choose() });
  let shown = "";
  select.offer = (things) => {
    const names = [...new Set(things.map(({ deployment }) => deployment ?? ""))].sort();
    select.hidden = names.length < 2;
    if (names.join("\n") === shown) return;
    shown = names.join("\n");
    const wanted = select.value;
    select.replaceChildren(option("*", text("deployment.all")), ...names.map((name) => option(name, name || text("deployment.none"))));
    select.value = names.includes(wanted) && wanted !== "" ? wanted : "*";
  };
  select.takes = (...deployments) =>
    select.hidden || select.value === "*" || deployments.some((deployment) => (deployment ?? "") === select.value);
  return select;
}
