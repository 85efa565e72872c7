internal import Geodesy
internal import Glibc

/// Words for people in a shop.
enum Wording {
    /// `the code`, `the 24 codes`: codes when all of them are printed, tags otherwise.
    static func the(_ tags: [AuditedTag]) -> String {
        tags.count == 1 ? "the \(noun(tags)) \(tags[0].label)" : "the \(tags.count) \(noun(tags))"
    }

    /// `1 code`, `24 codes`.
    static func count(_ tags: [AuditedTag]) -> String {
        "\(tags.count) \(noun(tags))"
    }

    /// The same with the tags by name, for a list of work: `the 3 codes (q-1, q-2 and q-3)`.
    static func named(_ tags: [AuditedTag]) -> String {
        tags.count == 1 ? the(tags) : "\(the(tags)) (\(names(tags)))"
    }

    /// The first five by name, and how many more there are.
    static func names(_ tags: [AuditedTag]) -> String {
        let labels = tags.map(\.label).sorted()
        return labels.count <= 5
            ? list(labels) : "\(labels.prefix(5).joined(separator: ", ")) and \(labels.count - 5) more"
    }

    static func noun(_ tags: [AuditedTag]) -> String {
        let word = tags.allSatisfy { $0.uid == nil } ? "code" : "tag"
        return tags.count == 1 ? word : word + "s"
    }

    static func choose(_ count: Int, _ one: String, _ many: String) -> String {
        count == 1 ? one : many
    }

    /// `A`, `A and B`, `A, B and C`.
    static func list(_ items: [String]) -> String {
        guard let last = items.last, items.count > 1 else { return items.first ?? "" }
        return items.dropLast().joined(separator: ", ") + " and " + last
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

    static func capitalized(_ sentence: String) -> String {
        sentence.prefix(1).uppercased() + sentence.dropFirst()
    }
}
