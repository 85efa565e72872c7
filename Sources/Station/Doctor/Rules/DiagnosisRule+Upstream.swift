extension DiagnosisRule {
    /// A station at rest calls once a minute.
    private static let longestSilence: Int64 = 3_600
    /// As many entries as go up in one piece. A bench writes a few in a second.
    private static let mostWaiting: Int64 = 1_000

    /// A station under a hub.
    static let upstream = [
        DiagnosisRule { picture in
            guard let file = picture.upstream?.credentials, file.mode & 0o077 != 0 else { return [] }
            return [
                Diagnosis(
                    .credentialsOpen, "more than one account may read the station's key and token for its hub",
                    why: "\(file.path) has mode \(String(file.mode & 0o777, radix: 8)), group \(file.group)",
                    next:
                        "sudo chmod 600 \(file.path); if another person may have read it, join again with a new secret")
            ]
        },
        DiagnosisRule { picture in
            guard let upstream = picture.upstream, !upstream.isSyncRunning, upstream.credentialsElsewhere == nil
            else { return [] }
            let rounds =
                upstream.otherCredentials.map { "waymark station sync runs with another file, \($0)" }
                ?? "waymark station sync does not run"
            return [
                Diagnosis(
                    .syncNotRunning, "nothing brings the station and its hub together",
                    why: "it is station \(upstream.name) of \(upstream.hub), and \(rounds)",
                    next: upstream.beginning)
            ]
        },
        DiagnosisRule { picture in
            guard let upstream = picture.upstream, let refusal = upstream.contact?.refusal else { return [] }
            return [
                Diagnosis(
                    .hubRewrote, "the station takes nothing from its hub, and sends it nothing",
                    why: "\(refusal.code): \(refusal.reason)",
                    next: "ask the administrator of \(upstream.hub) to run waymark-hub verify (docs/hub.md)")
            ]
        },
        DiagnosisRule { picture in
            guard let upstream = picture.upstream, upstream.mayReachHub, let silence = upstream.silence,
                silence.seconds > longestSilence
            else { return [] }
            let minutes = silence.seconds / 60
            return [
                Diagnosis(
                    .hubSilent,
                    silence.isFirst
                        ? "the hub was not reached since the station joined, \(minutes) minutes ago"
                        : "the last contact with the hub was \(minutes) minutes ago",
                    why: "waymark station sync runs, and does not reach \(upstream.hub)",
                    next: "see why: \(upstream.words(lines: "-n 20"))")
            ]
        },
        DiagnosisRule { picture in
            guard let upstream = picture.upstream, upstream.mayReachHub, let contact = upstream.contact,
                (contact.seconds ?? 0) <= longestSilence, contact.waiting > mostWaiting
            else { return [] }
            return [
                Diagnosis(
                    .uploadsBehind, "up to \(contact.waiting) entries of the journal are not at the hub",
                    why: "the network is slower than the benches, or the hub does not take the next one",
                    next: "see whether it moves: \(upstream.words(lines: "-f"))")
            ]
        },
        DiagnosisRule { picture in
            (picture.upstream?.low ?? []).map { low in
                Diagnosis(
                    .grantLow, "\(low.left) tags of batch \(low.batch) are left to write",
                    why: "less than 30 % of the \(low.came) that came last, and the hub has not given more",
                    next:
                        "waymark station take \(low.batch) \(low.came); where the hub has none left: waymark batch list at the hub"
                )
            }
        },
    ]
}

extension UpstreamPicture {
    /// Unless another finding says why not.
    fileprivate var mayReachHub: Bool { isSyncRunning && contact?.refusal == nil }

    /// For how long the hub was not reached, and whether it never was; nil where that is not known.
    fileprivate var silence: (seconds: Int64, isFirst: Bool)? {
        if let seconds = contact?.seconds { return (seconds, false) }
        guard obstacle == nil, let secondsSinceJoining else { return nil }
        return (secondsSinceJoining, true)
    }

    /// The package's unit reads the usual credentials alone, and is not started without them.
    fileprivate var beginning: String {
        if lacksCredentials {
            return "if the file with its key and token is elsewhere, name it: waymark doctor --credentials FILE; "
                + "otherwise bring it back to where it was; where it is lost, leave the hub and join again: "
                + "waymark station leave"
        }
        guard let otherCredentials else { return beginningRounds }
        return "if that is the station's file, name it: waymark doctor --credentials \(otherCredentials); otherwise: "
            + beginningRounds
    }

    private var beginningRounds: String {
        ownCredentials.map { "waymark station sync --credentials \($0)" }
            ?? "sudo systemctl enable --now waymark-station; if it fails: journalctl -u waymark-station -n 20"
    }

    /// Where the rounds say how they are.
    fileprivate func words(lines option: String) -> String {
        ownCredentials == nil ? "journalctl -u waymark-station \(option)" : "what waymark station sync prints"
    }
}
