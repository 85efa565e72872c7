import API
import ArgumentParsing
import Registry
import UnixSystem

/// `read --each`: a pile of tags, held against the registry. Nothing is written.
extension ReadCommand {
    private enum Finding {
        case asRegistered(Tag)
        case differs(TagID, String)
        case unknown
    }

    /// Reads until no further tag comes in time.
    static func readEach(
        _ client: WaymarkClient, _ reader: ReaderName?, within seconds: Int, asJSON: Bool
    ) async throws -> ArgumentParsing.ExitStatus {
        var tags = TagSequence(client: client, reader: reader, turn: seconds)
        var total = Total()
        reading: while true {
            Terminal.progress("put the next tag on the reader")
            let next = try await tags.next { complaint in
                Terminal.endProgress()
                total.unreadable += 1
                StandardError.complain(complaint)
            }
            Terminal.endProgress()
            switch next {
            case .none: break reading
            case .unreadable: continue
            case .tag(let reading):
                let finding = finding(reading)
                total.add(finding)
                Terminal.result(asJSON ? try JSONText.line(reading) : line(reading, finding))
            }
        }
        Terminal.result(asJSON ? try JSONText.line(total) : total.text)
        return total.hasFindings ? .findings : total.read == 0 ? .timedOut : .done
    }

    private static func finding(_ reading: TagReading) -> Finding {
        if let former = reading.former { return .differs(former.tag, "\(former.words); destroy this chip") }
        guard let tag = reading.tag else { return .unknown }
        guard reading.isAsRegistered ?? false else {
            return .differs(tag.id, "it holds \(reading.url ?? reading.content), the registry says \(tag.url)")
        }
        switch (tag.protection, reading.protection) {
        case (.lock, let found?) where found != "locked": return .differs(tag.id, "it is not locked")
        case (.password, let found?) where found != "password":
            return .differs(tag.id, "it takes writes without a password")
        default: return .asRegistered(tag)
        }
    }

    private static func line(_ reading: TagReading, _ finding: Finding) -> String {
        switch finding {
        case .asRegistered(let tag): "ok       \(reading.uid)  \(tag.id)  \(tag.store), \(tag.placement)"
        case .differs(let tag, let why): "differs  \(reading.uid)  \(tag)  \(why)"
        case .unknown: "unknown  \(reading.uid)  \(reading.url ?? reading.content)"
        }
    }

    /// The sums of a pile.
    private struct Total: Encodable {
        let schema = 1
        let type = "total"
        var read = 0
        var asRegistered = 0
        var different = 0
        var unknown = 0
        var unreadable = 0

        var hasFindings: Bool { different + unknown + unreadable > 0 }

        var text: String {
            "\(count(read, "tag")) read: \(asRegistered) as registered, \(different) different, \(unknown) not known here; "
                + "\(unreadable) not readable"
        }

        mutating func add(_ finding: Finding) {
            read += 1
            switch finding {
            case .asRegistered: asRegistered += 1
            case .differs: different += 1
            case .unknown: unknown += 1
            }
        }
    }
}
