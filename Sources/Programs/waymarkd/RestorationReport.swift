import Chips
import Foundation
import Registry
import Storage

/// What a restoration costs, in words and as JSON.
struct RestorationReport: Encodable {
    let schema = 1
    let backup: String
    /// The backup's newest entry.
    let newest: JournalPoint?
    let newestTime: Timestamp?
    /// Whether the replaced registry's journal can be read, every entry of it.
    let isReadable: Bool
    /// How many entries are lost; left out where the number is unknown.
    let lost: Int64?
    let lostKinds: [String: Int]
    let lostFrom: Timestamp?
    let lostTo: Timestamp?
    /// Tags that were written or printed since: they stay what they are.
    let tags: [Fate]
    /// Erasures of people's rows that are undone by the restoration.
    let erasures: Int
    /// Whether batches will rest until a person has looked.
    let isDoubtful: Bool
    private let common: Int64
    private let isMissing: Bool
    private let begun: [String]

    struct Fate: Encodable {
        let tag: TagID
        let state: TagState
        let uid: ChipUID?
    }

    private enum CodingKeys: String, CodingKey {
        case schema, backup, newest, newestTime, isReadable, lost, lostKinds, lostFrom, lostTo, tags, erasures
        case isDoubtful
    }

    init(_ account: RestorationAccount, backup: String) {
        self.backup = backup
        newest = account.newest
        newestTime = account.newestTime
        isReadable = account.isReadable
        lost = account.lostCount
        lostKinds = account.lost.kinds
        lostFrom = account.lost.first
        lostTo = account.lost.last
        tags = account.lost.lives.sorted { $0.key < $1.key }.map {
            Fate(tag: $0.key, state: $0.value.state, uid: $0.value.uid)
        }
        erasures = account.lost.erasures
        isDoubtful = account.isDoubtful
        common = account.common
        isMissing = account.isMissing
        begun = account.lost.begun
    }

    var json: String {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return String(decoding: try encoder.encode(self), as: UTF8.self)
        }
    }

    var text: String { (head + losses + fates + warnings).joined(separator: "\n") + "\n" }

    private var head: [String] {
        guard let newest, let newestTime else { return ["\(backup): a registry without an entry"] }
        return [
            "\(backup): \(newest.sequence) entries, chain intact; the newest is of \(newestTime.iso8601)"
        ]
    }

    private var losses: [String] {
        if isMissing, lost == nil {
            return ["There is no registry to compare it with: what was done since is not known."]
        }
        guard let lost else {
            return ["The registry that is replaced cannot be read: what was done since is not known."]
        }
        guard lost > 0 else { return ["Nothing is lost: there is no newer entry."] }
        guard let lostFrom, let lostTo else { return ["Lost are the \(lost) entries that were made since."] }
        let gaps = isReadable ? "" : ", as far as its journal can be read"
        let kinds = lostKinds.sorted { $0.key < $1.key }.map { "  \($0.value)  \($0.key)" }
        let origin = common == 0 ? ["No entry is common to both: they are two stations' registries."] : []
        return origin + ["Lost are \(lost) entries\(gaps), \(lostFrom.iso8601) to \(lostTo.iso8601):"] + kinds
            + (begun.isEmpty ? [] : ["  to be taken in again: \(begun.joined(separator: ", "))"])
    }

    /// So many are named.
    private static let limit = 50

    private var fates: [String] {
        guard !tags.isEmpty else { return [] }
        let named = tags.prefix(Self.limit).map { fate in
            "  \(fate.tag)  \(fate.state.rawValue)" + (fate.uid.map { "  on chip \($0)" } ?? "")
        }
        let more = tags.count > Self.limit ? ["  and \(tags.count - Self.limit) more"] : []
        return ["Handed out since, and not given to anything else: \(tags.count) tags"] + named + more
    }

    private var warnings: [String] {
        var lines: [String] = []
        if erasures > 0 {
            lines.append(
                "\(erasures) times sightings were erased since, and the backup may hold them: erase them again "
                    + "(waymark sightings forget)")
        }
        if isDoubtful {
            lines.append(
                "More tags may be on chips and labels than is known: batches with tags to do will rest until you say "
                    + "waymark batch resume; and tokens that were revoked since may be good again (waymark token list)")
        }
        return lines
    }
}
