import API
import Faults
import Registry
import UnixSystem
import Upstream

/// What a station has verified of its hub's log, for people.
enum HubLogText {
    /// Nil where nothing was verified yet of the chain that the station is, and where the file is hidden from this
    /// account.
    static func read(
        besides credentials: String, of status: HubStatus
    ) throws -> (log: KeptLog?, isHidden: Bool) {
        guard let chain = status.membership?.chain else { return (nil, false) }
        let path = KeptLog.path(besides: credentials)
        do {
            return (try KeptLog.read(path).flatMap { $0.chain == chain ? $0 : nil }, false)
        } catch let error as SystemError where error.code == .notPermitted {
            Terminal.note("\(path) is the own file of waymark station sync, and this account may not read it")
            return (nil, true)
        }
    }

    static func of(_ log: KeptLog?, isHidden: Bool, _ status: HubStatus) -> [String] {
        guard status.membership != nil, !isHidden else { return [] }
        guard let log else {
            return ["Nothing is verified of the hub's log yet; that is done by: waymark station sync"]
        }
        var lines: [String] = []
        if let size = log.size, let verified = log.verified {
            lines.append("the hub's log of \(size) heads was verified at \(verified.iso8601)")
        }
        if let refusal = log.refusal {
            lines.append("Refused at \(refusal.time.iso8601) (\(refusal.code)): \(refusal.reason)")
            lines.append("  next: nothing is sent and nothing is taken; ask the hub's administrator (docs/hub.md)")
        }
        return lines
    }
}
