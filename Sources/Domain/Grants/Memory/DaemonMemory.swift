package import Registry

/// What one daemon of the hub knows of what it has answered, apart from the database.
///
/// The database may forget: a standby without the newest commits is promoted, a backup or a copy of its files takes its
/// place. What was granted since then is with stations, and must not be granted again. So each daemon leaves a mark in the
/// database and keeps what was confirmed; where the server may be another than before, each daemon looks whether what it
/// knows is there. A mark is changed by each look, so that two servers that both go on from one state differ as well.
package struct DaemonMemory: Hashable, Sendable {
    /// The chain of the daemon's first run; nil before that.
    package private(set) var daemon: ChainName?
    /// Marks of which the database has one. More than one where the daemon ended between writing and hearing.
    package private(set) var marks: Set<String> = []
    /// Whether the database may have no mark of this daemon.
    package private(set) var mayBeUnmarked = true
    /// The run of the server in which the daemon has last found what it knew.
    package private(set) var run: String?
    package private(set) var head: Head?
    package private(set) var checkpoint: Signed?
    package private(set) var enrolments: [ChainName: KnownEnrolment] = [:]
    /// Other daemons of the hub.
    package private(set) var others: Set<ChainName> = []
    /// What registries that work by themselves have got, by the chains that hold it. Kept apart from the notes.
    package private(set) var handBacks: [ChainName: BatchHandBack] = [:]

    package struct Head: Hashable, Sendable {
        package let chain: ChainName
        package let point: JournalPoint
    }

    package struct Signed: Hashable, Sendable {
        package let era: Era
        package let size: Int64
        package let note: String
    }

    package init() {}

    package mutating func take(_ note: MemoryNote) {
        switch note {
        case .begun(let daemon): self.daemon = daemon
        case .marking(let mark): marks.insert(mark)
        case .marked(let mark, let run): (marks, mayBeUnmarked, self.run) = ([mark], false, run)
        case .leaving: mayBeUnmarked = true
        case .left: (marks, mayBeUnmarked) = ([], true)
        case .resumed: (head, checkpoint) = (nil, nil)
        case .head(let chain, let point): head = Head(chain: chain, point: point)
        case .signed(let era, let size, let note): checkpoint = Signed(era: era, size: size, note: note)
        case .enrolled(let known): enrolments[known.enrolment.chain] = known
        case .beside(let daemon): others.insert(daemon)
        }
    }

    /// Batches have left for a registry that works by itself, and has its name or is about to get it.
    package mutating func take(handBack: BatchHandBack) { handBacks[handBack.chain] = handBack }

    /// The shortest notes that say all of it, but for ``handBacks``.
    package var notes: [MemoryNote] {
        var notes = daemon.map { [MemoryNote.begun(daemon: $0)] } ?? []
        if let run, let first = marks.min() {
            notes.append(.marked(as: first, run: run))
            notes += marks.subtracting([first]).sorted().map { .marking(as: $0) }
            if mayBeUnmarked { notes.append(.leaving) }
        } else if let run {
            notes += [.marked(as: "", run: run), .left]
        } else {
            notes += marks.sorted().map { .marking(as: $0) }
        }
        if let head { notes.append(.head(chain: head.chain, at: head.point)) }
        if let checkpoint {
            notes.append(.signed(era: checkpoint.era, size: checkpoint.size, note: checkpoint.note))
        }
        notes += enrolments.sorted { $0.key < $1.key }.map { .enrolled($0.value) }
        return notes + others.sorted().map { .beside(daemon: $0) }
    }
}
