import API
import ArgumentParsing
import Doctor
import Faults
import Registry
import UnixSystem
import Upstream

/// What daemon and files say of a station's hub. The hub itself is not asked.
enum UpstreamSight {
    /// Nil where the station is under no hub. Throws where the daemon does not say.
    static func picture(
        _ values: ParsedValues, credentials: String, _ rounds: [HubRounds]
    ) async throws -> UpstreamPicture? {
        let status = try await Daemon.client(values).hubStatus()
        guard let membership = status.membership, !status.isParted else { return nil }
        var picture = UpstreamPicture(hub: membership.hub, name: membership.name.text)
        look(at: credentials, &picture)
        picture.isSyncRunning = rounds.contains {
            ($0.credentials ?? StationCommands.usualCredentials) == credentials
        }
        if !picture.isSyncRunning {
            picture.otherCredentials = rounds.first.map { $0.credentials ?? StationCommands.usualCredentials }
        }
        do {
            if let log = try KeptLog.read(KeptLog.path(besides: credentials)), log.chain == membership.chain {
                picture.contact = contact(log, newest: status.newest?.sequence ?? 0)
            }
        } catch let error as SystemError where error.code == .notPermitted {
            picture.obstacle = .hidden
        } catch {
            picture.obstacle = .refused(why: (error as? any AnyFault)?.complaint.reason ?? "\(error)")
        }
        picture.low = status.low.map { wanted in
            let left = status.grants.filter { $0.batch == wanted.batch }.map(\.planned).reduce(0, +)
            return UpstreamPicture.LowBatch(batch: wanted.batch.text, left: left, came: wanted.count)
        }
        return picture
    }

    private static func look(at credentials: String, _ picture: inout UpstreamPicture) {
        let file = FileStatus(credentials)
        picture.credentials = NodePicture(at: credentials)
        if credentials != StationCommands.usualCredentials { picture.ownCredentials = credentials }
        picture.secondsSinceJoining = file.map { max(0, SystemClock.now - $0.modified) }
        // A folder that may be searched shows what is not in it.
        let isSearched = Accounts.current == 0 || FileStatus("\(Folder.parent(of: credentials))/.") != nil
        picture.lacksCredentials = file == nil && isSearched
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
