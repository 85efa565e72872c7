import API
import Chips
import Faults
import Registry

/// One tag after the other on a reader, however they are put down and taken away.
struct TagSequence {
    enum Next {
        case tag(TagReading)
        /// What is on the reader cannot be read; reported now or before.
        case unreadable
        /// None came in time.
        case none
    }

    let client: WaymarkClient
    let reader: ReaderName?
    /// How long one question for a tag may take, in seconds.
    let turn: Int
    /// The tag that was read last: passed over while it stays.
    var last: ChipUID?
    private var told: OpenCode?

    init(client: WaymarkClient, reader: ReaderName?, turn: Int) {
        self.client = client
        self.reader = reader
        self.turn = turn
    }

    /// What a tag that is moved, or a reader that is plugged in again, says for a moment.
    private static let passing: Set<OpenCode> = ["tag-lost", "tag-changed", "no-answer", "reader-failed"]
    /// Tags that cannot be judged.
    private static let unreadable: Set<OpenCode> = [
        "unsupported-product", "malformed-memory", "incomplete-image", "not-formatted", "command-refused",
        "password-protected", "several-tags",
    ]

    /// The next tag. `refuse` gets the reason why one cannot be read, once while it lasts.
    mutating func next(_ refuse: (Complaint) -> Void) async throws -> Next {
        do {
            let reading = try await client.read(reader: reader, after: last, timeout: turn)
            (last, told) = (reading.uid, nil)
            return .tag(reading)
        } catch let error as ClientError where error.kind == .timedOut {
            told = nil
            return .none
        } catch let error as ClientError where Self.passing.contains(error.complaint.code) {
            try await Task.sleep(for: .milliseconds(300))
        } catch let error as ClientError where Self.unreadable.contains(error.complaint.code) {
            if error.complaint.code != told { refuse(error.complaint) }
            told = error.complaint.code
            try await Task.sleep(for: .seconds(2))
        }
        return .unreadable
    }
}
