import API
import ArgumentParsing
import Doctor
import Registry
import UnixSystem
import Upstream

/// What daemon and files say of a station's hub. The hub itself is not asked.
enum UpstreamSight {
    /// Nil where the station is under no hub, or the daemon does not answer.
    static func picture(
        _ values: ParsedValues, credentials: String, _ rounds: [HubRounds]
    ) async -> UpstreamPicture? {
        guard let status = try? await Daemon.client(values).hubStatus(), let membership = status.membership,
            !status.isParted
        else { return nil }
        var picture = UpstreamPicture(hub: membership.hub, name: membership.name.text)
        picture.credentials = NodePicture(at: credentials)
        picture.isSyncRunning = rounds.contains {
            ($0.credentials ?? StationCommands.usualCredentials) == credentials
        }
        if let log = try? KeptLog.read(KeptLog.path(besides: credentials)), log.chain == membership.chain {
            picture.contact = contact(log, newest: status.newest?.sequence ?? 0)
        }
        picture.low = status.low.map { wanted in
            let left = status.grants.filter { $0.batch == wanted.batch }.map(\.planned).reduce(0, +)
            return UpstreamPicture.LowBatch(batch: wanted.batch.text, left: left, came: wanted.count)
        }
        return picture
    }

    private static func contact(_ log: KeptLog, newest: Int64) -> UpstreamPicture.Contact {
        // The hub has the journal behind the entry with which the station joined.
        let known = log.head?.sequence ?? log.began?.sequence ?? 0
        return UpstreamPicture.Contact(
            seconds: log.verified.map { max(0, SystemClock.now - $0.milliseconds / 1_000) },
            waiting: max(0, newest - known),
            refusal: log.refusal.map { UpstreamPicture.Refusal(code: $0.code, reason: $0.reason) })
    }
}
