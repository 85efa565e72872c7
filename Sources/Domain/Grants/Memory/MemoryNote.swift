package import Registry

/// What a daemon of the hub writes down apart from the database: line by line, before it answers.
package enum MemoryNote: Hashable, Sendable, Codable {
    /// The daemon is named by the chain of its first run.
    case begun(daemon: ChainName)
    /// It is about to leave this mark in the database.
    case marking(as: String)
    /// The database has confirmed the mark, and has no other. `run`: of its server, in which all was there.
    case marked(as: String, run: String)
    /// It is about to take its mark away, for it ends.
    case leaving
    /// The database has confirmed that the mark is gone.
    case left
    /// The database does not have what it had confirmed, and a new era was begun for that: from here on it is measured anew.
    case resumed
    /// The newest entry of the daemon's own chain that was confirmed.
    case head(chain: ChainName, at: JournalPoint)
    /// A checkpoint of the log that goes out: its text has the root, and the hub's signature.
    case signed(era: Era, size: Int64, note: String)
    /// A station is at the hub, by this daemon or another.
    case enrolled(KnownEnrolment)
    /// Another daemon of the hub.
    case beside(daemon: ChainName)
}

/// All that puts a station at the hub again after the database has forgotten it.
package struct KnownEnrolment: Hashable, Sendable, Codable {
    package let enrolment: StationEnrolment
    /// SHA-256 of the secret with which the station calls, in lower-case hexadecimal.
    package let token: String

    package init(_ enrolment: StationEnrolment, token: String) {
        self.enrolment = enrolment
        self.token = token
    }
}
