import Synchronization

/// Hands and faults by name: reads verbs, one a line, and does at an emulated reader what they say. Every member may
/// be called from any thread.
public final class EmulatorConsole: Sendable {
    let reader: any PluggableReader
    let shelf: NamedTags
    let feeder: TagFeeder
    private let serialNumbers: SerialNumbers
    private let tagsMade = Mutex(0)

    /// A console for this reader, which gives serial numbers of this series. `announce` is given lines that no verb has
    /// asked for, such as the end of a feed, on whatever thread they come up.
    public init(
        reader: any PluggableReader, serialNumbers: SerialNumbers = SerialNumbers(),
        announce: @escaping @Sendable (String) -> Void
    ) {
        self.reader = reader
        self.serialNumbers = serialNumbers
        shelf = NamedTags(antenna: reader.antenna)
        feeder = TagFeeder(shelf: shelf, antenna: reader.antenna, serialNumbers: serialNumbers) {
            announce("fed \($0)")
        }
    }

    /// Carries out one line. An empty one has no verb and no answer.
    public func carryOut(_ line: String) -> ConsoleReply? {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let name = words.first else { return nil }
        do throws(EmulatorError) {
            guard let verb = Verb.all.first(where: { $0.name == name }) else {
                throw .badVerb("there is no verb \(name)", next: "type help for the verbs there are")
            }
            let result = try verb.run(self, Array(words.dropFirst()))
            return ConsoleReply(line: result.isEmpty ? "ok" : "ok \(result)", endsProgram: name == "quit")
        } catch {
            return ConsoleReply(line: "error \(error); \(error.next)", endsProgram: false)
        }
    }

    /// The serial number of the next tag that is made without one. They are far from those of a feed.
    func nextSerialNumber(length: Int) -> [UInt8] {
        tagsMade.withLock { made in
            made += 1
            return serialNumbers.number(0x80_0000 + made, length: length)
        }
    }
}

extension EmulatorError {
    static func badVerb(_ reason: String, next: String) -> EmulatorError {
        EmulatorError(code: .verb, message: "nothing was done", reason: reason, next: next)
    }
}
