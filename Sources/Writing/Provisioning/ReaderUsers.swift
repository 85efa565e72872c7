internal import Faults
package import Registry

/// Who is using which reader: one job or one reading at a time.
package struct ReaderUsers: Sendable {
    private var purposes: [ReaderName: String] = [:]

    package init() {}

    /// Takes a reader for a purpose, which is reported to others that want it.
    package mutating func take(_ reader: ReaderName, for purpose: String) throws(WriteJobRefusal) {
        if let other = purposes[reader] {
            throw WriteJobRefusal(
                .readerInUse, "reader \(reader) is in use", why: "it is \(other)",
                next: "wait for it, or use another reader: waymark reader list")
        }
        purposes[reader] = purpose
    }

    package mutating func giveBack(_ reader: ReaderName) { purposes[reader] = nil }
}
