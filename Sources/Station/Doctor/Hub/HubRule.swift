/// One way in which a hub can be wrong.
struct HubRule: Sendable {
    let check: @Sendable (HubPicture) -> [Diagnosis]

    init(_ check: @escaping @Sendable (HubPicture) -> [Diagnosis]) {
        self.check = check
    }

    static let all = [
        HubRule { picture in
            guard let refusal = picture.refusal else { return [] }
            return [Diagnosis(.hubConfiguration, refusal.message, why: refusal.why, next: refusal.next)]
        },
        HubRule { picture in
            guard picture.isServing == false else { return [] }
            return [
                Diagnosis(
                    .hubNotRunning, "the hub's daemon does not run", why: "nothing listens at its socket",
                    next: "sudo systemctl enable --now waymark-hub; if it fails: journalctl -u waymark-hub -n 20")
            ]
        },
        HubRule { picture in
            guard case .away(let why) = picture.database else { return [] }
            guard !["certificate", "SSL"].contains(where: why.contains) else {
                return [
                    Diagnosis(
                        .databaseUnverified, "the database does not prove who it is", why: why,
                        next: "let the server use TLS (ssl = on), and name in \(picture.configuration) its host as its "
                            + "certificate does, and who vouches for that: database.authorities")
                ]
            }
            return [
                Diagnosis(
                    .databaseAway, "the database does not let the hub in", why: why,
                    next: "look whether PostgreSQL runs there, takes writes, and lets this account in (pg_hba.conf)")
            ]
        },
        HubRule { picture in
            guard case .wrong(let why) = picture.auditReplica else { return [] }
            return [
                Diagnosis(
                    .replicaAway, "audits cannot read at the replica that is named for them", why: why,
                    next:
                        "let the server follow the database and let this account in, or take database.auditHosts out of "
                        + "\(picture.configuration): audits ask the database then")
            ]
        },
        HubRule { picture in
            guard let database = picture.answer, database.schema < database.neededSchema else { return [] }
            return [
                Diagnosis(
                    .schemaBehind, "the database's tables are those of an earlier version",
                    why: database.schema == 0
                        ? "no table of a hub is there"
                        : "it has schema \(database.schema), and this version needs \(database.neededSchema)",
                    next: "as the account that owns them: waymark-hub migrate --configuration owner.json")
            ]
        },
        HubRule { picture in
            guard let database = picture.answer, let step = database.contraction else { return [] }
            return [
                Diagnosis(
                    .schemaAhead, "the database's tables are those of a later version",
                    why: "step \(step) took away what this version needs, which knows schema \(database.neededSchema)",
                    next: "sudo apt install the waymark-hub with which it was migrated, or a later one")
            ]
        },
        HubRule { picture in
            guard let database = picture.answer else { return [] }
            let account = database.account
            guard !database.isOwner else {
                return [
                    Diagnosis(
                        .privilegesWide, "the hub's daemon works as an owner of the tables",
                        why: "\(account) may take away what keeps the journal as it is",
                        next: "name an account that owns nothing in \(picture.configuration) (docs/hub.md)")
                ]
            }
            guard !database.rewritable.isEmpty else { return [] }
            let tables = database.rewritable.joined(separator: ", ")
            return [
                Diagnosis(
                    .privilegesWide, "the hub's daemon has more rights than it needs",
                    why: "\(account) may change or remove rows of \(tables), which only grow",
                    next: "as their owner, in psql: REVOKE UPDATE, DELETE, TRUNCATE ON \(tables) FROM \(account)")
            ]
        },
        HubRule { picture in
            guard case .missing = picture.checkpointKey, picture.answer?.checkpoint != nil else { return [] }
            return [
                Diagnosis(
                    .checkpointKeyMissing, "the key for checkpoints is missing",
                    why: "the log was signed before, and with a new key every station would refuse it (log-damaged)",
                    next: "bring back the copy that was kept of it: /etc/credstore/checkpoint-key, mode 0600")
            ]
        },
        HubRule { picture in
            guard case .refused(let failure) = picture.checkpointKey else { return [] }
            return [
                Diagnosis(
                    .checkpointKeyMissing, failure.message, why: failure.why,
                    next: "make it the daemon's own file, mode 0600, with the same key: stations believe no other")
            ]
        },
        HubRule { picture in
            guard case .there(signed: false) = picture.checkpointKey else { return [] }
            return [
                Diagnosis(
                    .checkpointKeyOther, "the key for checkpoints is another one than before",
                    why: "the newest checkpoint of the log is not signed with it, so stations refuse this daemon",
                    next: "give it the credential checkpoint-key that the hub's other daemons have")
            ]
        },
        HubRule { picture in
            guard let awaited = picture.answer?.awaited, !awaited.isEmpty else { return [] }
            return [
                Diagnosis(
                    .hubUnsettled, "the hub grants nothing: it waits for \(count(awaited.count, "station"))",
                    why: "not heard since the hub's era began: \(named(awaited))",
                    next:
                        "bring them to the network; one that will not come: waymark hub lost NAME --reason ...; to go on "
                        + "at once: waymark hub renew")
            ]
        },
        HubRule { picture in
            guard let awaited = picture.answer?.awaitedDaemons, !awaited.isEmpty else { return [] }
            return [
                Diagnosis(
                    .hubUnsettled, "the hub grants nothing: it waits for \(count(awaited.count, "daemon"))",
                    why:
                        "the database was started anew, and \(named(awaited)) has not looked whether it has all that was "
                        + "answered",
                    next: "start it: sudo systemctl start waymark-hub; one that will not come: waymark hub restored")
            ]
        },
        HubRule { picture in
            (picture.answer?.unfinishedAdoptions ?? []).map { adoption in
                Diagnosis(
                    .adoptionUnfinished, "the registry of station \(adoption.station) has come in part only",
                    why: adoption.begun.words + ": "
                        + (adoption.hasTags
                            ? "its tags are the hub's, and no station gets them before the end"
                            : "entries of its journal are here and mean nothing; its tags are still the station's own"),
                    next: "run it again, with the file: sudo waymark-hub adopt \(adoption.begun.file ?? "FILE")")
            }
        },
        HubRule { picture in
            (picture.answer?.unfinishedHandBacks ?? []).map { handBack in
                let options = handBack.batches.map { " --batch \($0)" }.joined()
                return Diagnosis(
                    .handBackUnfinished,
                    "the hub has given up \(named(handBack.batches)), and no registry has them yet",
                    why: "\(handBack.begun.words): the registry was not made to its end",
                    next: "run it again with the same words: sudo waymark-hub hand-back "
                        + (handBack.begun.file ?? "FILE") + options)
            }
        },
        HubRule { picture in
            (picture.answer?.forgottenHandBacks ?? []).map { batches in
                Diagnosis(
                    .handBackForgotten, "the database has forgotten that the hub has given up \(named(batches))",
                    why: "it was set back, and another registry writes these tags",
                    next: "start the hub's daemon, which enters it again before anything is granted: "
                        + "sudo systemctl restart waymark-hub")
            }
        },
        HubRule { picture in
            guard case .unreadable(let failure) = picture.handBackNotes else { return [] }
            return [Diagnosis(.handBackForgotten, failure.message, why: failure.why, next: failure.next)]
        },
        HubRule { picture in
            guard let open = picture.answer?.openConflicts, !open.isEmpty else { return [] }
            return [
                Diagnosis(
                    .hubConflicts, "what stations have written contradicts the hub",
                    why: "not settled: \(named(open.map { "conflict \($0)" }))",
                    next:
                        "waymark hub conflicts names tag, chip and entry: look at the chip, then: waymark hub settle NUMBER "
                        + "--reason ...")
            ]
        },
        HubRule { picture in
            guard let database = picture.answer else { return [] }
            return database.unsafeSettings.map { setting in
                Diagnosis(
                    .databaseUnsafe, "the database may lose what it has confirmed",
                    why: "\(setting) is off, and a tag may be handed out twice after a power cut",
                    next: "as its administrator, in psql: ALTER SYSTEM SET \(setting) = on; SELECT pg_reload_conf(); "
                        + "if it is the account's own: ALTER ROLE \(database.account) RESET \(setting)")
            }
        },
        HubRule { picture in
            guard let database = picture.answer, !database.hasChecksums else { return [] }
            return [
                Diagnosis(
                    .databaseWithoutChecksums, "the database does not notice when its disk changes pages",
                    why: "it was made without checksums",
                    next: "stop the server, then: pg_checksums --enable -D FOLDER")
            ]
        },
        HubRule { picture in
            guard let database = picture.answer, !database.isArchived else { return [] }
            return [
                Diagnosis(
                    .databaseNotArchived, "what the hub keeps is on one machine",
                    why: "archive_mode is off, and nothing else takes the database's WAL along",
                    next: "set up pgBackRest, or pg_basebackup and archive_command; then practise a restoration")
            ]
        },
    ]

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }

    private static func named(_ names: [String]) -> String {
        let shown = names.prefix(10).joined(separator: ", ")
        return names.count > 10 ? "\(shown) and \(names.count - 10) more" : shown
    }
}

extension HubPicture {
    /// What was looked at and is as it should be.
    var healthyParts: [String] {
        var parts = isServing == true ? ["waymark-hub answers"] : []
        guard let database = answer else { return parts }
        parts.append("PostgreSQL \(database.server) answers \(database.account)")
        if database.hasKnownTables { parts.append("schema \(database.schema)") }
        if database.awaited.isEmpty, database.awaitedDaemons.isEmpty, database.hasKnownTables {
            parts.append("the hub is settled")
        }
        if case .follows = auditReplica { parts.append("the replica for audits follows the database") }
        if case .there(signed: true) = checkpointKey { parts.append("the newest checkpoint is signed with the key") }
        return parts
    }

    var unseenParts: [String] {
        var parts: [String] = []
        if isServing == nil, refusal == nil {
            parts.append("whether the hub's daemon runs: its socket is not this account's to open")
        }
        if case .unseen = checkpointKey, refusal == nil {
            parts.append(
                "the key for checkpoints, which another account has: sudo CREDENTIALS_DIRECTORY=/etc/credstore waymark-hub doctor"
            )
        }
        if case .there(signed: nil) = checkpointKey, answer?.checkpoint != nil {
            parts.append(
                "whether the newest checkpoint is signed with the key, which was not given: "
                    + "sudo CREDENTIALS_DIRECTORY=/etc/credstore waymark-hub doctor")
        }
        if case .notAsked = database { parts.append("the database") }
        if case .unseen = handBackNotes, refusal == nil {
            parts.append(
                "whether the database has forgotten batches that have left: the daemon's folder, which notes them, is "
                    + "not this account's to list")
        }
        if answer?.hasKnownTables == false {
            parts.append("whom the hub waits for, adoptions and conflicts: its tables are those of another version")
        }
        return parts
    }
}

extension HubDatabasePicture {
    /// Whether what is in the tables was looked at: those of another version are not.
    fileprivate var hasKnownTables: Bool { schema >= neededSchema && contraction == nil }
}
