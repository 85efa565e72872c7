/// Why the most specific matching prefix is what it is, in words.
public struct MatchExplanation: Sendable, Equatable {
    /// A registered URL beside the winner, and why it is not the winner.
    public struct Other: Sendable, Equatable {
        public let url: InvocationURL
        public let why: String
    }

    /// Why it wins, or why nothing does, or what the answer depends on.
    public let why: String
    public let others: [Other]

    public init(_ match: ExperienceMatch, of url: InvocationURL) {
        switch match {
        case .match(let winner, let shorter):
            why = Self.shape(of: winner, in: url) + (shorter.isEmpty ? "; no other registered URL is a prefix" : "")
            others = shorter.map {
                Other(
                    url: $0,
                    why: "a prefix, too, but \(winner.bytes.count - $0.bytes.count) characters less specific")
            }
        case .noMatch(let reason):
            why = reason.description
            others = []
        case .ambiguous(let reason, let candidates):
            why = reason.description
            others = candidates.map { candidate in
                Other(
                    url: candidate,
                    why: candidate.covers(url)
                        ? "certainly a prefix, unless a longer one counts" : "a prefix under one reading only")
            }
        }
    }

    private static func shape(of registered: InvocationURL, in url: InvocationURL) -> String {
        if registered == url { return "it is the registered URL itself, as Maps and Siri launch it" }
        if registered.isBareHost { return "the whole host is registered" }
        let rest = String(decoding: url.bytes.dropFirst(registered.bytes.count), as: UTF8.self)
        let what = rest.hasPrefix("?") ? "with the query" : "and continues with"
        return "it begins with the registered URL, \(what) \(rest)"
    }
}
