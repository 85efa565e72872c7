public import Faults

/// A QR symbol: the text and the modules that carry it, without a quiet zone.
public struct QRSymbol: Sendable, Equatable {
    /// The light border a reader needs on each side, in modules (ISO/IEC 18004, 9.1).
    public static let quietZone = 4

    /// The text, byte for byte what a reader gives back.
    public let text: String
    /// 1 to 40; a version has `17 + 4 * version` modules a side.
    public let version: Int
    /// The level in the symbol: at least the one that was asked for.
    public let level: ErrorCorrectionLevel
    public let modules: BitMatrix

    /// Modules a side with the quiet zone.
    var sideWithQuietZone: Int { modules.side + 2 * Self.quietZone }

    /// Encodes a text in the smallest version that holds it at `level`, and then raises the level as far as
    /// that version allows: the symbol gets tougher and not larger.
    ///
    /// Upper and lower case are kept. Throws when the text is empty, has characters outside printable ASCII
    /// (libqrencode writes no ECI, so a reader would have to guess the character set: percent-encode the path
    /// and write the host in punycode first), or is too long for version 40.
    public init(_ text: String, level: ErrorCorrectionLevel = .medium) throws(LabelsError) {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
            throw .textNotASCII(text)
        }
        let (encoding, reached) = try Self.toughest(text, level: level)
        self.text = text
        version = encoding.version
        self.level = reached
        modules = encoding.modules
    }

    /// The encoding in the smallest version for `level`, at the highest level of that version.
    private static func toughest(
        _ text: String, level: ErrorCorrectionLevel
    ) throws(LabelsError) -> (QREncoding, ErrorCorrectionLevel) {
        // The version at `level` is neither smaller than the bound nor larger than the one at a higher level.
        if let bound = SymbolCapacity.bound(for: text, level: level),
            let encoding = try QREncoding(text, level: bound.level), encoding.version == bound.version
        {
            return (encoding, bound.level)
        }
        return try stepwise(text, level: level)
    }

    /// The same, level by level.
    static func stepwise(
        _ text: String, level: ErrorCorrectionLevel
    ) throws(LabelsError) -> (QREncoding, ErrorCorrectionLevel) {
        guard var encoding = try QREncoding(text, level: level) else {
            throw .textTooLong(text, level: level)
        }
        var reached = level
        for higher in ErrorCorrectionLevel.allCases where higher > level {
            guard let tougher = try QREncoding(text, level: higher), tougher.version == encoding.version
            else {
                break
            }
            encoding = tougher
            reached = higher
        }
        return (encoding, reached)
    }
}

extension LabelsError {
    fileprivate static func textNotASCII(_ text: String) -> LabelsError {
        LabelsError(
            code: .textNotASCII,
            message: "cannot make a QR symbol of \"\(text)\"",
            reason: text.isEmpty
                ? "it is empty" : "it has spaces, control characters or letters outside ASCII",
            next: "percent-encode the path and write the host name in punycode")
    }

    fileprivate static func textTooLong(_ text: String, level: ErrorCorrectionLevel) -> LabelsError {
        LabelsError(
            code: .textTooLong,
            message: "cannot make a QR symbol of a text of \(text.utf8.count) characters",
            reason: "no QR version holds it at level \(level.rawValue)",
            next: "shorten the URL")
    }
}
