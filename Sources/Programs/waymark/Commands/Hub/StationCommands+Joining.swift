import API
import ArgumentParsing
import Faults
import Registry
import UnixSystem
import Upstream

/// A station enrols at a hub. Where it has left one before, that one gets first what was written until then.
extension StationCommands {
    static func join(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let address = try HubAddress(values[url], authorities: values[authorities].map(absolute))
        let daemon = Daemon.client(values)
        var before = try await daemon.hubStatus()
        if let present = before.membership, !before.isParted {
            throw UpstreamError(
                .otherHub, "the station does not join", why: "it is station \(present.name) of \(present.hub)",
                next: "leave that hub first: waymark station leave")
        }
        try await requireReadiness(of: daemon, before, for: address)
        if let former = before.membership { try await finish(former, of: before, joining: address, values) }
        let secret = try HubSecret.read(values[secret])
        let seed = try HubCredentials.makeSeed()
        // The secret works once: what would be in the way of its credentials is found before it is used.
        try HubCredentials.checkPlace(values[credentials])
        // Of a chain that has ended, so that the new one begins behind it.
        if before.isParted { before = try await daemon.leaveHub(reason: "it joins again") }
        let enrolment = try await WaymarkClient(hub: address, token: nil).enrol(
            EnrolmentRequest(
                secret: secret, key: try HubCredentials.publicKey(of: seed),
                fingerprint: try MachineFingerprint.read(), head: before.newest))
        // Behind a crash from here on the hub knows a station that does not come: invited again, its chain is lost.
        try HubCredentials.create(values[credentials], hub: address, enrolment, seed: seed)
        let status = try await daemon.join(
            HubMembership(
                hub: address.url, name: enrolment.name, chain: enrolment.chain, era: enrolment.era,
                former: before.membership?.chain))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(status))
        } else {
            Terminal.result("this is station \(enrolment.name) of \(address.url) now")
            Terminal.note("bring it together with the hub, from now on: \(syncing(with: values[credentials]))")
        }
        return .done
    }

    /// The rounds of the unit read the file from another folder. Links stay: what they lead to may change.
    static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : "\(Folder.resolved("."))/\(path)"
    }

    /// Throws what the daemon would say when the secret is used up: the role of who asks, and batches of its own.
    private static func requireReadiness(
        of daemon: WaymarkClient, _ before: HubStatus, for address: HubAddress
    ) async throws {
        let who = try await daemon.whoAsks()
        guard who.role?.includes(.administer) == true else {
            throw ClientError(
                .refused,
                Complaint(
                    code: "forbidden", message: "the station does not join",
                    reason: "it takes the role administer; \(who.actor ?? "this account") has "
                        + (who.role.map { "the role \($0.rawValue)" } ?? "none"),
                    next: "ask an administrator of the station for the role; see: man waymarkd, access"))
        }
        // One that was under a hub before has that hub's.
        guard before.membership == nil, let batch = try await daemon.batches().batches.first else { return }
        throw RegistryError(
            .contradiction, "the station does not join \(address.url)",
            why: "it has batches of its own (\(batch.name)), which the hub does not know",
            next: "delete its batches, join with a new registry, or let the hub adopt this one: docs/hub.md")
    }

    /// What a station has journalled until it left is sent before it joins again. Where that cannot be, it is in this
    /// registry alone from now on, which takes a person's word.
    private static func finish(
        _ former: HubMembership, of before: HubStatus, joining address: HubAddress, _ values: ParsedValues
    ) async throws {
        guard let (failure, log) = try await obstacle(before: former, values) else { return }
        let lack = try await StationUnsent.read(before, log, from: Daemon.client(values))
        let lacking =
            "\(former.hub) may lack what was written until the station left (\(lack?.amount ?? "nothing"))"
        let cause = Explanation(failure).fault
        // Where nothing can be sent, the hub is not asked, and cannot be believed again.
        let isBarred = address.url == former.hub && lack?.state != .withheld
        let barrier = isBarred ? Self.barrier(failure, log) : nil
        if values[unsent], barrier == nil {
            return Terminal.note(
                "\(lacking), and does not get it any more: it stays in this registry alone. \(cause.message): "
                    + cause.reason)
        }
        let complaint = Complaint(
            code: cause.code.rawValue, message: "the station does not join",
            reason: "\(lacking), and it is not sent: \(cause.message): \(cause.reason)",
            next: barrier ?? advice(failure, lack))
        switch failure {
        case let failure as ClientError: throw ClientError(failure.kind, complaint)
        case let failure as SystemError:
            throw SystemError(
                code: failure.code, message: complaint.message, reason: complaint.reason, next: complaint.next,
                call: failure.call, errno: failure.errno, path: failure.path)
        default: throw complaint
        }
    }

    /// What to do where a person's word does not help: a hub that is joined again has to answer, and to be believed.
    private static func barrier(_ failure: any Error, _ log: KeptLog?) -> String? {
        if let refusal = log?.refusal {
            return "the station refuses the hub's past (\(refusal.code), at \(refusal.time.iso8601)): ask the hub's "
                + "administrator to run waymark-hub verify (docs/hub.md); to believe it all the same, move the file "
                + ".log beside the credentials away"
        }
        guard let error = failure as? ClientError, error.isPassing else { return nil }
        return "the hub that is joined has to answer: repeat this when it does"
    }

    private static func advice(_ failure: any Error, _ lack: StationUnsent?) -> String {
        let word = "give --yes: it stays in this registry alone then"
        if lack?.state == .withheld { return "nothing more can be sent from it: \(word)" }
        let sending =
            failure is SystemError
            ? "join as the account that may read the credentials, as with sudo -u waymark-station"
            : "send it first: \(StationText.lastRound), with --credentials FILE where they are elsewhere"
        return "\(sending); where that cannot be any more, \(word)"
    }

    /// Sends it with the credentials of the chain that has ended: at the place for the new ones, or at the usual one.
    /// Nil where the hub has all; otherwise why not, and what is kept of the chain.
    private static func obstacle(
        before former: HubMembership, _ values: ParsedValues
    ) async throws -> (failure: any Error, log: KeptLog?)? {
        let given = values[credentials]
        let places = given == usualCredentials ? [given] : [given, usualCredentials]
        var kept: KeptLog?
        var hidden: SystemError?
        for path in places {
            var known: HubCredentials?
            do {
                known = try presentCredentials(at: path)
            } catch let error as SystemError where error.code == .notPermitted {
                hidden = hidden ?? error
            }
            if let known, known.chain == former.chain {
                let sync = try stationSync(values, with: known, at: path)
                do {
                    _ = try await sync.lastRound()
                    return nil
                } catch let error where !(error is SystemError || error is CancellationError) {
                    let log = try keptLog(besides: path, of: former)
                    return log?.departure == nil ? (error, log) : nil
                }
            }
            // Credentials are removed when the hub has said that it has all.
            kept = try keptLog(besides: path, of: former) ?? kept
            if kept?.departure != nil { return nil }
        }
        // They may be those of the chain.
        if let hidden { return (hidden, kept) }
        let missing = UpstreamError(
            .otherHub, "nothing can be sent there",
            why: "the credentials for it are not at \(places.joined(separator: " or "))",
            next: "name them: --credentials FILE")
        return (missing, kept)
    }

    /// Nil where the file is absent, or is not a station's.
    private static func presentCredentials(at path: String) throws -> HubCredentials? {
        do {
            return try HubCredentials(readingFrom: path)
        } catch let error as SystemError where error.code == .notFound {
            return nil
        } catch let error as UpstreamError where error.code == .badCredentials {
            Terminal.note("\(error)")
            return nil
        }
    }

    private static func keptLog(besides path: String, of former: HubMembership) throws -> KeptLog? {
        do {
            return try KeptLog.read(KeptLog.path(besides: path)).flatMap { $0.chain == former.chain ? $0 : nil }
        } catch let error as SystemError where error.code == .notPermitted {
            return nil
        }
    }

    /// The package's unit reads the usual credentials alone.
    private static func syncing(with credentials: String) -> String {
        credentials == usualCredentials
            ? "sudo systemctl enable --now waymark-station" : "waymark station sync --credentials \(credentials)"
    }
}
