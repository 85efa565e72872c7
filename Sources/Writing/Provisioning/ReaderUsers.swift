public import Faults
public import Registry

/// Who is using which reader: one job or one reading at a time.
public struct ReaderUsers: Sendable {
    private var purposes: [ReaderName: String] = [:]

    public init() {}

    /// Takes a reader for a purpose, which is reported to others that want it.
    public mutating func take(_ reader: ReaderName, for purpose: String) throws(WriteJobRefusal) {
        if let other = purposes[reader] {
            throw WriteJobRefusal(
                .readerInUse, "reader \(reader) is in use", why: "it is \(other)",
                next: "wait for it, or use another reader: waymark reader list")
        }
        purposes[reader] = purpose
    }

    public mutating func giveBack(_ reader: ReaderName) { purposes[reader] = nil }
}
