/// A version of iOS: `16.4`.
public struct SystemVersion: Hashable, Comparable, Sendable, CustomStringConvertible {
    public let major: Int
    public let minor: Int

    /// From this version on a default experience opens by Apple's default link, and no site association is needed for NFC
    /// tags and QR codes (App Clips, "Configuring App Clip experiences").
    public static let opensWithoutAssociation = SystemVersion(major: 16, minor: 4)

    /// Links to App Clips in other apps open from this version on (the same page).
    package static let opensFromApps = SystemVersion(major: 17)

    /// Both are at least 0.
    public init(major: Int, minor: Int = 0) {
        self.major = major
        self.minor = minor
    }

    /// Reads `16` and `16.4`, and `16.4.1` for its first two numbers. Nil for what is not a version.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? UInt16(part).map(Int.init) : nil
        }
        guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
        self.init(major: numbers[0], minor: numbers.count > 1 ? numbers[1] : 0)
    }

    public var description: String { "\(major).\(minor)" }

    public static func < (left: Self, right: Self) -> Bool { (left.major, left.minor) < (right.major, right.minor) }
}
