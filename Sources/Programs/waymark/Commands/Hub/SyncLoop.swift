import API
import ArgumentParsing
import Faults
import UnixSystem
import Upstream

/// Rounds of a station with its hub, one after another.
struct SyncLoop {
    /// While something moves, and while the hub does not answer at first.
    private static let shortestWait = 1

    private let sync: StationSync
    private let interval: Int
    private let asJSON: Bool

    init(_ sync: StationSync, interval: Int, asJSON: Bool) {
        self.sync = sync
        self.interval = interval
        self.asJSON = asJSON
    }

    /// Ends on SIGTERM, SIGINT and SIGHUP, in the middle of whatever is done: the next one continues there.
    func run(once: Bool) async throws -> ArgumentParsing.ExitStatus {
        if once {
            let round = try await sync.round(refill: true)
            try tell(round)
            return round.waiting == 0 && round.departure != .sent ? .done : .partlyDone
        }
        try await untilSignalled { try await rounds() }
        return .done
    }

    /// A hub that does not answer is reported once. The loop ends when the hub has the end of the chain.
    private func rounds() async throws {
        var wait = Self.shortestWait
        var failure: Complaint?
        while true {
            do {
                let round = try await sync.round(refill: true)
                if failure != nil { Terminal.note("the hub answers again") }
                failure = nil
                if round.hasMoved || round.departure == .over { try tell(round) }
                if round.departure == .over { return }
                wait = round.hasMoved ? Self.shortestWait : interval
            } catch let error as ClientError {
                if failure?.code != error.complaint.code { StandardError.complain(error.complaint) }
                failure = error.complaint
                wait = min(max(2 * wait, 2), interval)
            }
            try await Task.sleep(for: .seconds(wait))
        }
    }

    private func tell(_ round: StationSync.Round) throws {
        if asJSON { return Terminal.result(try JSONText.line(round)) }
        let refused = round.refused.sorted { $0.key < $1.key }.map { "\($0.value) refused (\($0.key))" }
        Terminal.result(
            (["\(count(round.uploaded, "entry")) sent", "\(count(round.granted, "tag")) taken"] + refused)
                .joined(separator: ", "))
        switch round.departure {
        case nil: break
        case .sent:
            Terminal.note("the station has left; the hub has all of it, and waits for a later version to follow it")
        case .over:
            Terminal.note("the station has left, and the hub has all of it: the credentials are needed no more")
        }
    }
}
