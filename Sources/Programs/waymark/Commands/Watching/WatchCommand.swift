import ArgumentParsing
import NoticeDelivery
import UnixSystem
import Watch

/// `waymark watch`: everything that can be checked, held against the run before.
enum WatchCommand {
    static let command = Command(
        "watch", abstract: "Checks everything, and says what is new, gone and still there since the last run.",
        discussion: """
            Looks at deployments (the rules of check), at the hosts of their URLs and at Apple's copies (site check), at App \
            Store Connect where there is a key, and at the station: findings of audits, batches without progress, readers, \
            states, backups. Without FOLDER the registry's deployments are meant. What could not be checked is never gone. \
            With --outbox the changes are left for waymark notify, which sends them. The first run has nothing to compare \
            with. The exit status is 2 when something is new or still there, 3 when something could not be checked.
            """,
        examples: [
            Example("Look at what the station has", "waymark watch"),
            Example("Look at a deployment and at its pages", "waymark watch tags/fruta --pages --skip station"),
            Example("Every day, from the timer", "waymark watch --outbox /var/spool/waymark"),
        ],
        parameters: WatchOptions.parameters,
        furtherExitStatuses: [.findings, .partlyDone, .daemonUnreachable, .noPermission], run: run)

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let folder = try WatchFolder(try WatchOptions.stateFolder(values))
        let state = try folder.load()
        let time = SystemClock.now
        let station = try await WatchedStation(values, state, at: time)
        var outcomes = station.outcomes
        outcomes += try await WatchedDeployments(values, state, holdings: station.holdings).outcomes()
        let comparison = try WatchComparison(state, outcomes, at: time)
        // First the notices, then what they were found by: a run that is interrupted in between is made again, and leaves the
        // same ones.
        let notices = try comparison.notices(station: station.name, generation: state.generation)
        if let path = values[WatchOptions.outbox] { try Outbox(path).leave(notices) }
        try folder.save(
            comparison.state(
                generation: WatchFolder.newGeneration(), batches: station.batches, readers: station.readers))
        if values.wantsJSON {
            Terminal.result(try JSONText.document(WatchAnswer(comparison, notices: notices)))
        } else {
            WatchText.show(comparison)
        }
        if !comparison.notChecked.isEmpty { return .partlyDone }
        return comparison.new.isEmpty && comparison.still.isEmpty ? .done : .findings
    }
}
