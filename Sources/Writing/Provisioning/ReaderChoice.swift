internal import Faults
package import Registry

/// Which of the station's readers is meant.
package enum ReaderChoice {
    /// The reader that is wanted, or the only one that there is.
    package static func one(of readers: [ReaderName], wanted: ReaderName?) throws -> ReaderName {
        if let wanted {
            guard readers.contains(wanted) else { throw RegistryError.unknownReader(wanted) }
            return wanted
        }
        let first = try first(of: readers)
        guard readers.count == 1 else {
            throw WriteJobRefusal(
                .whichReader, "it is not clear which reader is meant",
                why: "this station has \(readers.count): \(readers.map(\.text).joined(separator: ", "))",
                next: "name one: --reader \(first)")
        }
        return first
    }

    /// Refuses where the station has no reader.
    package static func first(of readers: [ReaderName]) throws(WriteJobRefusal) -> ReaderName {
        if let first = readers.first { return first }
        throw WriteJobRefusal(
            .noReaderAdded, "this station has no reader", why: "none was added, and none is plugged in",
            next: "plug one in and name it: waymark reader add pn532_uart:/dev/ttyUSB0 --name bench-1")
    }
}
