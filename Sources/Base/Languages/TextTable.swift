internal import FoundationEssentials

/// The texts of one module in one language, filled as `Parts/wording.js` fills them in pages. Numbers are written without
/// separators and days as they are: what is printed here is read by programs, too.
package struct TextTable: Sendable {
    package let language: TextLanguage
    package let texts: [String: String]

    /// `json`: an object of texts by key. Throws when it is anything else.
    package init(_ language: TextLanguage, json: [UInt8]) throws {
        self.language = language
        texts = try JSONDecoder().decode([String: String].self, from: Data(json))
    }

    package func text(_ sentence: Sentence) -> String { text(sentence.key, sentence.values) }

    /// The sentences, one after another.
    package func text(_ sentences: [Sentence]) -> String {
        sentences.map { text($0) }.joined(separator: texts["sentence.join"] ?? " ")
    }

    /// The text of a key with its `{places}` filled; the key itself where there is none.
    package func text(_ key: String, _ values: [String: Sentence.Value] = [:]) -> String {
        var form: String?
        if case .number(let count) = values["count"], language.isOne(count) { form = texts["\(key).one"] }
        var rest = (form ?? texts[key] ?? key)[...]
        var filled = ""
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            let name = rest[rest.index(after: start)..<end]
            filled += rest[..<start]
            filled += values[String(name)].map(text) ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return filled + rest
    }

    /// The names of the places in a text, and in its form for one.
    package func places(of key: String) -> Set<String> {
        let both = (texts[key] ?? "") + (texts["\(key).one"] ?? "")
        return Set(both.matches(of: #/\{(\w+)\}/#).map { String($0.1) })
    }

    private func text(_ value: Sentence.Value) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): String(number)
        case .list(let items): list(items.map(text))
        case .series(let items): items.map(text).joined(separator: comma)
        case .metres(let metres): distance(metres)
        case .day(let day): day
        case .sentence(let sentence): text(sentence)
        }
    }

    private var comma: String { texts["list.comma"] ?? ", " }

    /// `A`, `A and B`, `A, B and C`.
    private func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: comma) + (texts["list.last"] ?? comma) + last
    }

    /// Metres as `340 m`, `1.2 km` or `67 km`.
    private func distance(_ metres: Double) -> String {
        if metres < 999.5 { return "\(Int(metres.rounded())) m" }
        if metres >= 9_950 { return "\(Int((metres / 1_000).rounded())) km" }
        let tenths = Int((metres / 100).rounded())
        let separator =
            switch language {
            case .english, .korean, .japanese: "."
            case .spanish, .german, .french: ","
            }
        return "\(tenths / 10)\(separator)\(tenths % 10) km"
    }
}
