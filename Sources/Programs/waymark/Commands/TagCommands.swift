import API
import ArgumentParsing
import Geodesy
import Registry

enum TagCommands {
    private static let id = Argument.required(
        "TAG", .identifier("TAG") as Conversion<TagID>, help: "the tag's identifier")
    private static let reason = Option.required(
        "reason", .text, valueName: "TEXT", help: "why, for the journal: \"chip broken\"")

    private static let batch = Option.optional(
        "batch", .identifier("BATCH") as Conversion<BatchName>, valueName: "BATCH", help: "those of this batch")
    private static let store = Option.optional(
        "store", .identifier("STORE") as Conversion<StoreName>, valueName: "STORE", help: "those of this store")
    private static let notCommissioned = Option.flag(
        "not-commissioned", help: "those of which it is not known where they were put up")

    static let group = Command(
        group: "tag", abstract: "One tag: what is known of it, and taking it out of service.",
        subcommands: [
            Command(
                "show", abstract: "Shows a tag and its history.",
                examples: [Example("See what became of a tag", "waymark tag show n-cu-01")],
                parameters: [id], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: show),
            Command(
                "list", abstract: "Lists tags, and where they were put up.",
                examples: [
                    Example("See what is not put up yet", "waymark tag list --store cupertino --not-commissioned")
                ],
                parameters: [batch, store, notCommissioned], furtherExitStatuses: [.daemonUnreachable, .noPermission],
                run: list),
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
            Command(
                "delete", abstract: "Deletes a tag that was never on a chip or a label; its identifier is free again.",
                examples: [Example("Take a row back", "waymark tag delete n-cu-09")],
                parameters: [id, Deletion.yes], furtherExitStatuses: [.daemonUnreachable, .noPermission], run: delete),
        ])

    private static func delete(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        guard try Deletion.isAgreed("delete tag \(values[id])?", values) else { return .failed }
        let deleted = try await Daemon.client(values).deleteTag(values[id])
        Terminal.result(
            values.wantsJSON
                ? try JSONText.document(deleted) : "tag \(deleted.tag) of batch \(deleted.batch) deleted")
        return .done
    }

    private static func list(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let tags = try await Daemon.client(values).tags(
            of: values[batch], in: values[store], isCommissioned: values[notCommissioned] ? false : nil)
        if values.wantsJSON {
            Terminal.result(try JSONText.document(TagList(tags)))
            return .done
        }
        guard !tags.isEmpty else {
            Terminal.result("No tags.")
            return .done
        }
        var table = Table(["TAG", "STORE", "PLACEMENT", "MEDIUM", "STATE", "PUT UP"])
        for tag in tags {
            table.append([
                tag.id.text, tag.store.text, tag.placement, tag.medium.rawValue, tag.state.rawValue,
                tag.deployed.map { $0.time.map { String($0.iso8601.prefix(10)) } ?? "yes" } ?? "",
            ])
        }
        Terminal.result(table.text)
        return .done
    }

    private static func show(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try report(try await Daemon.client(values).tag(values[id]), values)
    }

    private static func replace(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let before = try await client.tag(values[id]).tag
        let after = try await client.replaceTag(values[id], reason: values[reason])
        if !values.wantsJSON {
            Terminal.result(before.partingWords)
            Terminal.result("then make another: \(before.makingCommand)\n")
        }
        return try report(after, values)
    }

    private static func retire(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let before = try await client.tag(values[id]).tag
        let after = try await client.retireTag(values[id], reason: values[reason])
        if !values.wantsJSON { Terminal.result("\(before.partingWords)\n") }
        return try report(after, values)
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
        if let place = tag.deployed {
            let time = place.time.map { ", \($0)" } ?? ""
            table.append([
                "put up", "\(place.position.latitude), \(place.position.longitude), ± \(place.accuracy) m\(time)",
            ])
        }
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
        for entry in detail.history.map(\.entry) {
            let who = "\(entry.author.actor) at \(entry.author.station)"
            history.append([String(entry.sequence), entry.time.iso8601, entry.kind, who, entry.particulars])
        }
        Terminal.result("\n" + history.text)
        return .done
    }
}

extension Tag {
    /// Which chip or label is to be taken down and destroyed, once the tag is parted from it.
    fileprivate var partingWords: String {
        let place = "\(store), \(placement)"
        let url = life.writtenURL ?? url
        if medium == .nfc, let uid = life.uid {
            return "take down chip \(uid) (\(place)) and destroy it: it may still open \(url)"
        }
        guard medium != .nfc, life.state != .planned else {
            return "there is nothing to take down: no chip and no label carries tag \(id)"
        }
        let label = medium == .qr ? "QR code" : "App Clip Code"
        return "take down the printed \(label) of tag \(id) (\(place)) and destroy it: it still opens \(url)"
    }

    fileprivate var makingCommand: String {
        switch medium {
        case .nfc: "waymark write \(batch)"
        case .qr: "waymark sheet \(batch) --stock 22805 --output \(batch).pdf"
        case .appClipCode: "waymark clip-code list \(batch) --output \(batch).csv"
        }
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
        case .notGenuine: "not a maker's"
        case .unknown: "none that is known here"
        }
    }
}
