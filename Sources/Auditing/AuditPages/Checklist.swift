package import Audit
internal import CSV
package import Languages
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
    package func html(in language: TextLanguage) throws -> [UInt8] {
        let texts = try ReportTexts.table(language)
        let title = texts.text("checklist.title", ["batch": .text(plan.batch.text)])
        let scan: [String: Sentence.Value] = [
            "count": .number(plan.sample.count), "size": .number(plan.size),
            "stores": .sentence(Sentence("stores", ["count": .number(stops.count)])),
        ]
        var body = """
            <header class="masthead">
            <h1>\(MarkupText.escaped(title))</h1>
            <p class="made">\(MarkupText.escaped(texts.text("checklist.scan", scan)))</p>
            <div class="blanks"><span>\(texts.text("checklist.by"))</span><span>\(texts.text("checklist.on"))</span></div>
            </header>
            <main class="list">

            """
        for stop in stops { body += Self.section(stop, texts) }
        body += "</main>\n"
        return try PageShell(title: title, body: Array(body.utf8), language: language.tag).document()
    }

    private static func section(_ stop: Stop, _ texts: TextTable) -> String {
        var rows = ""
        for tag in stop.tags {
            let name = MarkupText.escaped(tag.id.text)
            let scanned = MarkupText.escaped(texts.text("checklist.scanned", ["tag": .text(tag.id.text)]))
            rows += """
                <tr><td><input type="checkbox" aria-label="\(scanned)"></td><td>\(name)</td>\
                <td>\(MarkupText.escaped(tag.placement))</td><td>\(MarkupText.escaped(tag.medium.rawValue))</td><td></td></tr>

                """
        }
        let heads = ["tag", "placement", "medium", "note"].map { "<th>\(texts.text("checklist.\($0)"))</th>" }
        let address = stop.address.isEmpty ? "" : "<p class=\"soft\">\(MarkupText.escaped(stop.address))</p>\n"
        return """
            <section class="card">
            <h2>\(MarkupText.escaped(stop.name))</h2>
            \(address)<table>
            <thead><tr><td></td>\(heads.joined())</tr></thead>
            <tbody>
            \(rows)</tbody>
            </table>
            </section>

            """
    }
}
