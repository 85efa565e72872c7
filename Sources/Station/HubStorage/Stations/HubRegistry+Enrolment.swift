internal import Cryptography
internal import Faults
package import Grants
internal import PostgreSQL
package import Registry
internal import Storage

/// How stations come to the hub.
extension HubRegistry {
    package func invite(_ invitation: StationInvitation, by author: Author) throws {
        guard invitation.name.token != nil else {
            throw GrantError(
                .unknownInvitation, "station \(invitation.name) is not invited", why: "its name is too long",
                next: "take a name of at most \(StationName.longestOfStation) characters")
        }
        try commit(by: author) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            try change.connection.change("DELETE FROM invitations WHERE name = $1", [.kept(invitation.name.text)])
            try change.connection.change(
                "INSERT INTO invitations (digest, name, expires) VALUES ($1, $2, $3)",
                [.kept(invitation.digest), .kept(invitation.name.text), .time(invitation.expires)])
            try change.record(.hubMoved(.invited(invitation)))
        }
    }

    package func enrol(_ application: StationApplication, by author: Author) throws -> StationEnrolment {
        try application.check()
        // Before any gate: strangers, who guess at secrets, keep no one waiting.
        guard try single({ try isInvitation(application.invitation, $0) }) else { throw Self.noInvitation }
        return try commit(by: author) { change in
            try Gate.lock(nil, change.connection)
            try change.lockOwnChain()
            let (name, used) = try invitation(application, change)
            let rows = change.rows()
            if let used { return try enrolment(name, of: used, change.connection) }
            guard try rows.chain(application.chain) == nil else {
                throw GrantError.unknownStation("chain \(application.chain) has enrolled before")
            }
            let former = try livingChain(of: name, change.connection)
            if let former { try lose(former, rows) }
            try begin(application, as: name, rows, at: change.time)
            try give(application.token, to: name, change)
            let enrolment = StationEnrolment(
                name: name, chain: application.chain, key: application.key, fingerprint: application.fingerprint,
                head: application.head, former: former)
            try change.record(.hubMoved(.enrolled(enrolment)))
            try change.recordRenewals(of: rows, in: rows.hub().era)
            change.notes.append(.enrolled(KnownEnrolment(enrolment, token: application.token)))
            return enrolment
        }
    }

    /// A station that has enrolled, and of which the database knows nothing any more, is at the hub as before: it brings its
    /// journal along, and what it holds. An era has begun, in which it was not heard yet.
    func bringBack(_ known: KnownEnrolment, _ change: HubChange) throws {
        let enrolment = known.enrolment
        let isThere = try change.connection.number(
            "SELECT 1::bigint FROM stations WHERE chain = $1 AND name IS NOT NULL", [.bytes(enrolment.chain.bytes)])
        guard isThere == nil else { return }
        let rows = change.rows()
        let namesake = try livingChain(of: enrolment.name, change.connection)
        try place(enrolment, rows, at: change.time)
        // The one that had the name before is lost by the enrolment. Where another one has it, it is not known which came
        // last: this one is lost, and what it may have taken along gets fresh identifiers.
        let loser = namesake.map { $0 == enrolment.former ? $0 : enrolment.chain }
        if let loser { try lose(loser, rows) }
        if loser != enrolment.chain { try give(known.token, to: enrolment.name, change) }
        try change.record(.hubMoved(.enrolled(enrolment)))
        if loser == enrolment.chain {
            let reason = "another station of its name was at the hub when the database had forgotten it"
            try change.record(
                .hubMoved(.lost(StationLoss(chain: enrolment.chain, name: enrolment.name, reason: reason))))
        }
        try change.recordRenewals(of: rows, in: rows.hub().era)
    }

    private static var noInvitation: GrantError { .unknownInvitation("no invitation has this secret") }

    private func isInvitation(_ digest: String, _ connection: PostgresConnection) throws -> Bool {
        try connection.number("SELECT 1::bigint FROM invitations WHERE digest = $1", [.kept(digest)]) != nil
    }

    /// The name that the secret is for; and the chain, where this one has used it already and did not hear the answer.
    private func invitation(
        _ application: StationApplication, _ change: HubChange
    ) throws -> (name: StationName, used: ChainName?) {
        let found = try change.connection.all(
            "SELECT name, expires, chain FROM invitations WHERE digest = $1 FOR UPDATE", [.kept(application.invitation)]
        ) { (name: try $0.identifier() as StationName, expires: try $0.time(), chain: try $0.optionalChain()) }.first
        guard let found else { throw Self.noInvitation }
        if let used = found.chain {
            guard used == application.chain else { throw GrantError.unknownInvitation("the invitation was used") }
            return (found.name, used)
        }
        guard change.time < found.expires else { throw GrantError.unknownInvitation("the invitation has ended") }
        return (found.name, nil)
    }

    private func enrolment(
        _ name: StationName, of chain: ChainName, _ connection: PostgresConnection
    ) throws -> StationEnrolment {
        let known = try connection.all(
            "SELECT key, fingerprint, began, began_digest FROM stations WHERE chain = $1", [.bytes(chain.bytes)]
        ) { columns in
            let (key, fingerprint, began) = (try columns.text(), try columns.text(), try columns.integer())
            let digest = try columns.optionalText()
            return StationEnrolment(
                name: name, chain: chain, key: key, fingerprint: fingerprint,
                head: digest.map { JournalPoint(sequence: began, digest: $0) }, former: nil)
        }
        guard let known = known.first else { throw RegistryError.unreadable("the station of chain", "\(chain)") }
        return known
    }

    private func begin(
        _ application: StationApplication, as name: StationName, _ rows: StationRows, at time: Timestamp
    ) throws {
        var tables = HubGrantTables(rows)
        _ = try tables.handle(.enrolled(application.chain))
        try place(
            StationEnrolment(
                name: name, chain: application.chain, key: application.key, fingerprint: application.fingerprint,
                head: application.head, former: nil), rows, at: time)
        try rows.connection.change(
            "UPDATE invitations SET chain = $2 WHERE digest = $1",
            [.kept(application.invitation), .bytes(application.chain.bytes)])
    }

    /// Who a chain is, and where the hub begins to keep it.
    private func place(_ enrolment: StationEnrolment, _ rows: StationRows, at time: Timestamp) throws {
        try rows.flush()
        let (chain, head) = (PostgresValue.bytes(enrolment.chain.bytes), enrolment.head)
        try rows.connection.change(
            """
            UPDATE stations SET name = $2, key = $3, fingerprint = $4, enrolled = $5, began = $6, began_digest = $7,
                applied = $6 WHERE chain = $1
            """,
            [
                chain, .kept(enrolment.name.text), .kept(enrolment.key), .kept(enrolment.fingerprint), .time(time),
                .integer(head?.sequence ?? 0), .optional(head?.digest),
            ])
        try rows.connection.change(
            "INSERT INTO chains (chain, sequence, digest) VALUES ($1, $2, $3)",
            [chain, .integer(head?.sequence ?? 0), .kept(head?.digest ?? JournalEntry.beforeTheFirst)])
        if head != nil { try rows.connection.change("INSERT INTO moved_heads VALUES ($1)", [chain]) }
    }

    /// The token of an earlier incarnation is over.
    private func give(_ digest: String, to name: StationName, _ change: HubChange) throws {
        guard let token = name.token else { throw GrantError.unknownInvitation("its name is too long") }
        let kept = try HubTables(reading: change.connection, of: chain).tokens().first { $0.token.name == token }
        if let kept {
            guard kept.token.role == .station else { throw RegistryError.tokenExists(token) }
            try change.record(.tokenRevoked(kept.token))
        }
        try change.record(
            .tokenCreated(AccessToken(name: token, role: .station, expires: nil), digest: digest))
    }
}

extension StationApplication {
    fileprivate func check() throws {
        let isKey = key.utf8.count == 2 * Ed25519PublicKey.size && [UInt8](hexadecimalText: key) != nil
        let isHead = head.map { $0.sequence > 0 && $0.digest.isDigest } ?? true
        guard isKey, isHead, token.isDigest, !fingerprint.isEmpty, fingerprint.utf8.count <= 128 else {
            throw GrantError(
                .badEntries, "the station does not enrol", why: "its key, token, fingerprint or head is malformed",
                next: "bring hub and station to the same version")
        }
    }
}

extension String {
    /// A SHA-256 in lower-case hexadecimal.
    var isDigest: Bool { utf8.count == 64 && [UInt8](hexadecimalText: self) != nil }
}

extension [UInt8] {
    /// Nil for other text than pairs of lower-case hexadecimal digits.
    init?(hexadecimalText text: String) {
        let digits = text.utf8.map { digit -> UInt8? in
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
            default: nil
            }
        }.compactMap { $0 }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}

extension GrantError {
    static func unknownInvitation(_ reason: String) -> GrantError {
        GrantError(
            .unknownInvitation, "the station does not enrol", why: reason,
            next: "ask the hub's administrator for an invitation")
    }
}
