/// What is in the way of an adoption, or differs after it: the first of it, and how much there is.
public struct AdoptionReport: Hashable, Sendable, Codable {
    public struct Line: Hashable, Sendable, Codable {
        /// `tag t-17`, `store barcelona`.
        public let subject: String
        public let why: String
    }

    public private(set) var lines: [Line] = []
    public private(set) var total = 0

    /// So many lines are kept.
    public static let longest = 100

    public init() {}

    public var isEmpty: Bool { total == 0 }

    public mutating func add(_ subject: String, _ why: String) {
        total += 1
        if lines.count < Self.longest { lines.append(Line(subject: subject, why: why)) }
    }
}
