import ArgumentParsing
import Faults
import NoticeDelivery
import Notices
import UnixSystem

/// Sending what a watch has found. A process of its own: it has the network and the receivers' secrets, and neither the daemon
/// nor the registry.
enum NotifyCommands {
    static let settings = Option.defaulting(
        to: NotifySettings.usualPath, "settings", .file, help: "who is sent notices, and how")
    static let outbox = Option.defaulting(
        to: Outbox.usualPath, "outbox", .folder, help: "where waymark watch leaves notices")
    static let folder = Option.defaulting(
        to: DeliveryFolder.usualPath, "state", .folder, help: "where the sender keeps what it has taken over")
    private static let once = Option.flag("once", help: "send what is due now, and end")
    private static let letters = Argument<[String]>.list(
        "LETTER", .text, isRequired: false, help: "dead letters, as notify list names them")
    private static let all = Option.flag("all", help: "all dead letters")

    static let group = Command(
        group: "notify", abstract: "Sends what a watch has found: webhooks and mail.",
        subcommands: [
            Command(
                "run", abstract: "Sends notices until it is ended.",
                discussion: """
                    Takes notices over from the outbox and sends each at least once to every receiver, with one id; what \
                    fails is tried again after a growing time, and becomes a dead letter when it is too old. Settings, \
                    outbox and notices that another account could have written are refused. docs/watch.md says more.
                    """,
                examples: [Example("Send what is there, for a trial", "waymark notify run --once")],
                parameters: [settings, outbox, folder, once], furtherExitStatuses: [.partlyDone, .noPermission],
                preparation: { _ in try CurrentProcess.hideMemory() }, run: run),
            Command(
                "list", abstract: "Lists what waits to be sent, and dead letters with their reasons.",
                examples: [Example("See what was not delivered", "waymark notify list")],
                parameters: [folder], furtherExitStatuses: [.noPermission], run: list),
            Command(
                "retry", abstract: "Lets the sender try dead letters again.",
                examples: [Example("When a receiver is mended", "waymark notify retry --all")],
                parameters: [letters, all, folder], rules: [.exactlyOne(letters, all)],
                furtherExitStatuses: [.noPermission], run: retry),
            Command(
                "drop", abstract: "Removes dead letters.",
                examples: [Example("When they are of no use any more", "waymark notify drop --all")],
                parameters: [letters, all, folder], rules: [.exactlyOne(letters, all)],
                furtherExitStatuses: [.noPermission], run: drop),
            Command(
                "test", abstract: "Sends a test to each receiver and shows what it answers.",
                examples: [Example("After a change of the settings", "waymark notify test")],
                parameters: [settings], furtherExitStatuses: [.partlyDone, .noPermission],
                preparation: { _ in try CurrentProcess.hideMemory() }, run: test),
        ])

    private static func run(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let settings = try SettingsFile.read(values[settings])
        let secrets = SecretPlace()
        let receivers = try settings.receivers.map {
            NoticeSender.Receiver($0, try ReceiverMaker.receiver($0, secrets))
        }
        let folder = DeliveryFolder(values[folder])
        let sender = try NoticeSender(
            from: Outbox(values[outbox]), in: folder, to: receivers,
            DeliverySchedule(maximumAge: Int64(settings.maximumAgeHours) * 3_600))
        // One sender to a folder: two would both send what waits.
        let lock = try ExclusiveLock("\(folder.path)/lock")
        let status = try await SenderLoop(sender, asJSON: values.wantsJSON).run(once: values[once])
        withExtendedLifetime(lock.path) {}
        return status
    }

    private static func list(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        let folder = DeliveryFolder(values[folder])
        try folder.becomeOwner()
        let answer = NotifyAnswer(waiting: try folder.queue(), dead: try folder.deadLetters())
        if values.wantsJSON { Terminal.result(try JSONText.document(answer)) } else { answer.show() }
        return .done
    }

    private static func retry(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        let names = try each(values) { try $0.retry($1) }
        try tell(names, are: "waits to be sent again", values)
        return .done
    }

    private static func drop(_ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        let names = try each(values) { try $0.drop($1) }
        try tell(names, are: "removed", values)
        return .done
    }

    private static func each(
        _ values: ParsedValues, _ change: (DeliveryFolder, String) throws -> Void
    ) throws -> [String] {
        let folder = DeliveryFolder(values[folder])
        try folder.becomeOwner()
        let names = values[all] ? try folder.deadLetters().map(\.name) : values[letters]
        for name in names { try change(folder, name) }
        return names
    }

    private struct Changed: Encodable {
        let schema = 1
        let letters: [String]
    }

    private static func tell(_ names: [String], are what: String, _ values: ParsedValues) throws {
        if values.wantsJSON { return Terminal.result(try JSONText.document(Changed(letters: names))) }
        for name in names { Terminal.result("\(name): \(what)") }
        if names.isEmpty { Terminal.result("there are no dead letters") }
    }

    private static func test(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let settings = try SettingsFile.read(values[settings])
        let answer = try await NotifyTest.run(settings, SecretPlace())
        if values.wantsJSON { Terminal.result(try JSONText.document(answer)) } else { answer.show() }
        let taken = answer.receivers.count { $0.error == nil }
        return taken == answer.receivers.count ? .done : taken > 0 ? .partlyDone : .failed
    }
}
