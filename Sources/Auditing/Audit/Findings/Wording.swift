internal import Geodesy
internal import Glibc
internal import Languages

/// Words for people in a shop.
enum Wording {
    /// `the code q-1`, `the 24 codes`: codes when all of them are printed, tags otherwise.
    static func the(_ tags: [AuditedTag]) -> Sentence.Value {
        let values: [String: Sentence.Value] = ["count": .number(tags.count), "label": .text(tags[0].label)]
        return .sentence(Sentence(form("the.\(kind(of: tags))", tags.count), values))
    }

    /// `1 code`, `24 codes`.
    static func count(_ tags: [AuditedTag]) -> Sentence.Value {
        .sentence(Sentence("count.\(kind(of: tags))", ["count": .number(tags.count)]))
    }

    /// The same with the tags by name, for a list of work: `the 3 codes (q-1, q-2 and q-3)`.
    static func named(_ tags: [AuditedTag]) -> Sentence.Value {
        if tags.count == 1 { return the(tags) }
        let values: [String: Sentence.Value] = ["count": .number(tags.count), "names": names(tags)]
        return .sentence(Sentence("named.\(kind(of: tags))", values))
    }

    /// The first five by name, and how many more there are.
    static func names(_ tags: [AuditedTag]) -> Sentence.Value {
        let labels = tags.map(\.label).sorted()
        return labels.count <= 5 ? .list(labels) : series(labels)
    }

    /// `A, B`, or the first five and how many more there are.
    static func series(_ names: [String]) -> Sentence.Value {
        if names.count <= 5 { return .series(names) }
        let first = Sentence.Value.series(Array(names.prefix(5)))
        return .sentence(Sentence("names.more", ["names": first, "count": .number(names.count - 5)]))
    }

    /// `code`, `codes`.
    static func noun(_ tags: [AuditedTag]) -> Sentence.Value {
        .sentence(Sentence("noun.\(kind(of: tags))", ["count": .number(tags.count)]))
    }

    /// The key of a text that says more of one thing than of several: its name. Not every language has a singular, so
    /// such texts have keys of their own.
    static func form(_ key: String, _ count: Int) -> String { count == 1 ? "\(key).single" : key }

    private static func kind(of tags: [AuditedTag]) -> String {
        tags.allSatisfy { $0.uid == nil } ? "code" : "tag"
    }

    static func choose(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? one : many
    }

    /// `1 %`, `4.9 %`, `0.02 %`: two decimals at most, rounded up, so that a probability is never stated too low.
    static func percent(_ share: Double) -> String {
        let hundredths = Int((share * 10_000 - 1e-6).rounded(.up))
        let decimals = String(100 + hundredths % 100).dropFirst()
        if hundredths % 100 == 0 { return "\(hundredths / 100) %" }
        return "\(hundredths / 100).\(decimals.hasSuffix("0") ? decimals.dropLast() : decimals) %"
    }

    /// Six decimals: a tenth of a metre.
    static func degrees(_ value: Double) -> String {
        let millionths = Int((abs(value) * 1e6).rounded())
        let decimals = String(millionths % 1_000_000)
        let padding = String(repeating: "0", count: 6 - decimals.count)
        return "\(value < 0 ? "-" : "")\(millionths / 1_000_000).\(padding)\(decimals)"
    }

    /// `37.323000, -122.032200`.
    static func place(_ place: Coordinate) -> String { "\(degrees(place.latitude)), \(degrees(place.longitude))" }
}
