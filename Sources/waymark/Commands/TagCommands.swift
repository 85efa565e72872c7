import API
import ArgumentParsing
import Registry

enum TagCommands {
    private static let id = Argument.required(
        "TAG", .identifier("TAG") as Conversion<TagID>, help: "the tag's identifier")
    private static let reason = Option.required(
        "reason", .text, valueName: "TEXT", help: "why, for the journal: \"chip broken\"")

    static let group = Command(
        group: "tag", abstract: "One tag: what is known of it, and taking it out of service.",
        subcommands: [
            Command(
                "show", abstract: "Shows a tag and its history.",
                examples: [Example("See what became of a tag", "waymark tag show n-cu-01")],
                parameters: [id], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: show),
            Command(
                "replace", abstract: "Frees a tag's identifier for another chip or label: the old one is spoiled.",
                discussion: "Destroy the old chip or label: it may still carry the tag's URL.",
                examples: [
                    Example("Write a tag again on another chip", "waymark tag replace n-cu-01 --reason \"chip broken\"")
                ],
                parameters: [id, reason], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: replace),
            Command(
                "retire", abstract: "Takes a tag out of service for good.",
                examples: [Example("Retire a tag", "waymark tag retire n-cu-01 --reason \"table removed\"")],
                parameters: [id, reason], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: retire),
        ])

    private static func show(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try report(try await Daemon.client(values).tag(values[id]), values)
    }

    private static func replace(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try report(try await Daemon.client(values).replaceTag(values[id], reason: values[reason]), values)
    }

    private static func retire(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try report(try await Daemon.client(values).retireTag(values[id], reason: values[reason]), values)
    }

    private static func report(_ detail: TagDetail, _ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        if values.wantsJSON {
            Terminal.result(try JSONText.document(detail))
            return .done
        }
        let tag = detail.tag
        var table = Table(["tag", tag.id.text])
        table.append(["batch", tag.batch.text])
        table.append(["store", tag.store.text])
        table.append(["placement", tag.placement])
        table.append(["medium", tag.medium.rawValue])
        table.append(["state", tag.state.rawValue])
        table.append(["url", tag.url])
        if let uid = tag.uid { table.append(["chip", "\(uid) \(tag.product ?? "")"]) }
        if let written = tag.writtenURL, written != tag.url { table.append(["carries", written]) }
        if let protection = tag.protection {
            table.append([
                "protection",
                ([protection.rawValue] + (tag.key.map { ["key \($0.words)"] } ?? [])).joined(separator: ", "),
            ])
        }
        if let key = tag.intendedKey { table.append(["begun", "password, key \(key.words)"]) }
        if let mirror = tag.mirror { table.append(["mirror", mirror.rawValue]) }
        if let genuineness = tag.genuineness { table.append(["signature", genuineness.words]) }
        Terminal.result(table.text)
        guard !detail.history.isEmpty else { return .done }
        var history = Table(["", "WHEN", "WHAT", "WHO", "PARTICULARS"])
        for entry in detail.history {
            let who = "\(entry.author.actor) at \(entry.author.station)"
            history.append([String(entry.sequence), entry.time.iso8601, entry.kind, who, entry.particulars])
        }
        Terminal.result("\n" + history.text)
        return .done
    }
}

extension JournalEntry {
    /// What a person wants to know of a tag's entry: the chip, the reader, and what went wrong or why.
    fileprivate var particulars: String {
        struct Particulars: Decodable {
            let uid: String?
            let reader: String?
            let message: String?
            let reason: String?
            let url: String?
            let stock: String?
            let protection: String?
            let key: KeyName?
        }
        guard let known = try? JSONText.decode(Particulars.self, from: payload) else { return payload }
        return [
            known.uid.map { "chip \($0)" }, known.reader, known.stock.map { "stock \($0)" }, known.message,
            known.reason, known.protection, known.key.map { "key \($0.identifier)" }, known.url,
        ].compactMap { $0 }.joined(separator: ", ")
    }
}

extension KeyName {
    fileprivate var words: String { "\(identifier) (check value \(check))" }
}

extension Genuineness {
    fileprivate var words: String {
        switch self {
        case .genuine: "its maker's"
        case .notGenuine: "nobody's"
        case .unknown: "none that is known here"
        }
    }
}
