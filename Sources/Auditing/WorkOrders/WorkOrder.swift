internal import AppClips
internal import Audit
internal import Chips
package import Labels
package import Languages
package import Registry

/// A repair order on paper: what to do, place by place, in the words of a language; and the labels to print for it.
package struct WorkOrder: Sendable {
    let order: RepairOrder
    let texts: TextTable
    private let findings: TextTable

    /// Throws when the language's texts cannot be read.
    package init(_ order: RepairOrder, in language: TextLanguage) throws {
        self.order = order
        texts = try OrderTexts.table(language)
        findings = try TextTable(language, json: FindingTexts.json(language))
    }

    /// What is printed at the margin and in the title.
    package var job: String {
        let numbers = order.findings.prefix(Self.namedFindings).map { Sentence.Value.text("\($0.number)") }
        let more = order.findings.count > Self.namedFindings ? " \u{2026}" : ""
        return texts.text("order.job", ["numbers": .series(numbers)]) + more
    }

    private static let namedFindings = 8

    /// The labels to print, with what a design asks people to do left as it is usual.
    package var labels: [LabelContent] {
        order.labels.map { label in
            LabelContent(
                url: label.url, tag: label.tag.text, store: label.store, storeName: label.storeName,
                placement: label.placement)
        }
    }

    /// The pages before the labels. `stock`: what the labels are printed on.
    package func preface(stock: String) throws -> Preface {
        var lines: [Preface.Line] = [.title(texts.text("order"))]
        lines += order.findings.map { .text(cut(text(of: $0))) }
        lines.append(.text(texts.text("sum", ["parts": .list(counts)])))
        for stop in order.stops { lines += self.lines(of: stop) }
        lines += boxLines
        if !order.labels.isEmpty {
            let values: [String: Sentence.Value] = ["count": .number(order.labels.count), "stock": .text(stock)]
            lines += [.heading(texts.text("labels")), .text(texts.text("labels.follow", values))]
        }
        lines.append(.heading(texts.text("signed")))
        return try Preface(lines)
    }

    private func text(of finding: KeptFinding) -> String {
        let message = finding.words.map { findings.text($0.message) } ?? finding.message
        var values: [String: Sentence.Value] = ["number": .text("\(finding.number)"), "message": .text(message)]
        guard let person = finding.repair?.assignment?.person else { return texts.text("order.finding", values) }
        values["person"] = .text(person)
        return texts.text("order.finding.assigned", values)
    }

    private var counts: [Sentence.Value] {
        let down = order.stops.flatMap(\.takeDown).reduce(0) { $0 + $1.signs.count }
        let up = order.stops.flatMap(\.putUp).reduce(0) { $0 + $1.signs.count }
        return [("down", down), ("box", order.boxes.count), ("label", order.labels.count), ("up", up)]
            .filter { $0.1 > 0 }.map { .text(texts.text("sum.\($0.0)", ["count": .number($0.1)])) }
    }

    /// What people can read of a text that others have chosen: on one line, and not longer than anyone would read.
    func cut(_ text: String) -> String {
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { Self.isControl($0) ? " " : $0 }))
        return line.count <= Self.longest ? line : "\(line.prefix(Self.longest - 1))\u{2026}"
    }

    private static let longest = 900

    private static func isControl(_ scalar: UnicodeScalar) -> Bool {
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }

    /// Contents of others may hold any character; of ours none needs a font.
    func name(of sign: RepairOrder.Sign) -> String {
        let carried = sign.tag.contains("://") ? InvocationURL.carried(sign.tag) : cut(sign.tag)
        let name = String(carried.prefix(200))
        guard let chip = sign.uid, chip.hexadecimal != sign.tag else { return name }
        return "\(name) (\(texts.text("chip", ["chip": .text(chip.hexadecimal)])))"
    }
}
