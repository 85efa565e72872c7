internal import Cryptography
internal import Registry

/// Pseudonyms of the devices that were met in a file, each made once as long as there are not too many.
struct MetDevices: ~Copyable {
    /// Two spellings that Swift's strings hold to be equal are two devices, whichever of them a file brings first.
    private struct Identifier: Hashable {
        let text: String

        static func == (left: Self, right: Self) -> Bool { left.text.utf8.elementsEqual(right.text.utf8) }

        func hash(into hasher: inout Hasher) {
            unsafe text.utf8Span.span.withUnsafeBytes { bytes in unsafe hasher.combine(bytes: bytes) }
        }
    }

    private var known: [Identifier: DevicePseudonym] = [:]
    private var digests: DeviceDigests

    private static let limit = 100_000

    init(_ key: DeviceKey) throws { digests = try DeviceDigests(key) }

    mutating func pseudonym(of device: String?) throws -> DevicePseudonym? {
        guard let device else { return nil }
        let identifier = Identifier(text: device)
        if let known = known[identifier] { return known }
        if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
        let pseudonym = DevicePseudonym(try digests.digest(of: device))
        known[identifier] = pseudonym
        return pseudonym
    }
}
