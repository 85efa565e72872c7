/// What is done about a finding where the signs are: who has it, what was done, and what scans have shown since.
public struct FindingRepair: Hashable, Sendable, Codable {
    /// A person is to put it right.
    public struct Assignment: Hashable, Sendable, Codable {
        public let person: String
        public let time: Timestamp

        public init(person: String, time: Timestamp) {
            self.person = person
            self.time = time
        }
    }

    /// A person says that it was put right.
    public struct Work: Hashable, Sendable, Codable {
        public let person: String
        /// Empty without one.
        public let note: String
        public let time: Timestamp
        /// SHA-256 of the pictures in lower-case hexadecimal; nil without one, and where it was erased.
        public let before: String?
        public let after: String?

        public init(person: String, note: String, time: Timestamp, before: String? = nil, after: String? = nil) {
            self.person = person
            self.note = note
            self.time = time
            self.before = before
            self.after = after
        }
    }

    public internal(set) var assignment: Assignment?
    public internal(set) var work: Work?
    /// Tags that were scanned in the regions of their stores since the finding was found last. Sorted.
    public internal(set) var proven: [String]
    /// When an audit found it again by what was seen after the work; nil where none has.
    public internal(set) var refuted: Timestamp?

    public init(
        assignment: Assignment? = nil, work: Work? = nil, proven: [String] = [], refuted: Timestamp? = nil
    ) {
        self.assignment = assignment
        self.work = work
        self.proven = proven
        self.refuted = refuted
    }

    /// An audit with evidence up to `last` (seconds since 1970) has found these tags again by what was seen since, and has seen
    /// others where they belong.
    func found(
        again tags: Set<String>, seenInside: [String: Int64], evidence last: Int64, at time: Timestamp
    ) -> Self {
        var repair = self
        repair.proven = Set(proven).union(seenInside.keys).subtracting(tags).sorted()
        if let work, last * 1_000 > work.time.milliseconds { repair.refuted = time }
        return repair
    }

    /// The pictures of work before a moment are erased; nil where it has none.
    func withoutPictures(before moment: Timestamp?) -> Self? {
        guard let work, work.before != nil || work.after != nil, moment.map({ work.time < $0 }) ?? false else {
            return nil
        }
        var repair = self
        repair.work = Work(person: work.person, note: work.note, time: work.time)
        return repair
    }
}

/// What signs looked like before and after work on them. They go as raw rows go: see ``Forgetting``.
public struct RepairPictures: Hashable, Sendable {
    public enum Side: String, Hashable, Sendable, CaseIterable {
        case before
        case after
    }

    public let before: ScanPicture?
    public let after: ScanPicture?

    public init(before: ScanPicture? = nil, after: ScanPicture? = nil) {
        self.before = before
        self.after = after
    }

    public subscript(side: Side) -> ScanPicture? {
        switch side {
        case .before: before
        case .after: after
        }
    }

    public var isEmpty: Bool { before == nil && after == nil }
}
