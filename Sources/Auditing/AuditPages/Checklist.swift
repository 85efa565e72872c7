package import Audit
internal import CSV
internal import Markup
package import Registry

/// A sampling plan for the person who walks the stores: what to scan, store by store, with boxes to tick.
package struct Checklist: Sendable {
    /// One store with its tags of the sample, in the order of their placements.
    struct Stop: Sendable {
        let store: StoreID
        let name: String
        let address: String
        let tags: [Tag]
    }

    let plan: SamplingPlan
    let stops: [Stop]

    /// `stores` gives the names; a store that is not among them is called by its identifier.
    package init(_ plan: SamplingPlan, stores: [Store]) {
        self.plan = plan
        let known = Dictionary(stores.map { ($0.id, $0) }) { first, _ in first }
        stops = Dictionary(grouping: plan.sample, by: \.store).sorted { $0.key < $1.key }.map { id, tags in
            Stop(
                store: id, name: known[id]?.name ?? id.text, address: known[id]?.address ?? "",
                tags: tags.sorted { ($0.placement, $0.id) < ($1.placement, $1.id) })
        }
    }

    /// As CSV, with empty columns to fill in. It is a plan's file, too: `audit --plan` takes it, filled in or not.
    package var csv: [UInt8] {
        var writer = RowWriter(
            [
                "store", "name", "address", "placement", "tag", "medium", "seen", "note", "batch", "limit",
                "confidence",
            ], numbers: ["limit", "confidence"])
        for stop in stops {
            for tag in stop.tags {
                writer.append([
                    stop.store.text, stop.name, stop.address, tag.placement, tag.id.text, tag.medium.rawValue, "", "",
                    plan.batch.text, "\(plan.limit)", "\(plan.confidence)",
                ])
            }
        }
        return writer.take()
    }

    /// As a page to print or to tick on a phone; it has no script at all. Throws when libcrypto cannot compute
    /// SHA-256.
    package func html() throws -> [UInt8] {
        let count = plan.sample.count
        var body = """
            <header class="masthead">
            <h1>Audit of batch \(MarkupText.escaped(plan.batch.text))</h1>
            <p class="made">Scan \(count == 1 ? "this tag" : "these \(count) tags") of \(plan.size) at \
            \(stops.count == 1 ? "1 store" : "\(stops.count) stores"). Tick a tag when it was scanned where it hangs; \
            write down what is missing, damaged or elsewhere.</p>
            <div class="blanks"><span>Walked by</span><span>On</span></div>
            </header>
            <main class="list">

            """
        for stop in stops { body += Self.section(stop) }
        body += "</main>\n"
        return try PageShell(title: "Audit of batch \(plan.batch.text)", body: Array(body.utf8)).document()
    }

    private static func section(_ stop: Stop) -> String {
        var rows = ""
        for tag in stop.tags {
            let name = MarkupText.escaped(tag.id.text)
            rows += """
                <tr><td><input type="checkbox" aria-label="\(name) was scanned"></td><td>\(name)</td>\
                <td>\(MarkupText.escaped(tag.placement))</td><td>\(MarkupText.escaped(tag.medium.rawValue))</td><td></td></tr>

                """
        }
        let address = stop.address.isEmpty ? "" : "<p class=\"soft\">\(MarkupText.escaped(stop.address))</p>\n"
        return """
            <section class="card">
            <h2>\(MarkupText.escaped(stop.name))</h2>
            \(address)<table>
            <thead><tr><th></th><th>Tag</th><th>Placement</th><th>Medium</th><th>Note</th></tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </section>

            """
    }
}
