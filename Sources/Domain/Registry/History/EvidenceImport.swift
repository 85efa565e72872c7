/// What kind of rows a file of evidence has.
public enum EvidenceKind: String, Hashable, Sendable, Codable, CaseIterable {
    case sightings
    case confirmations
}

/// A file, or a live walk, whose rows went into the history.
public struct EvidenceImport: Hashable, Sendable, Codable {
    /// Counted by the registry, from 1.
    public let number: Int64
    public let kind: EvidenceKind
    /// As the person named it.
    public let file: String
    /// SHA-256 of the whole file in lower-case hexadecimal; nil for a walk, and when the file did not come to its end.
    public let digest: String?
    /// Good rows.
    public let rows: Int
    /// Those of them that were not known before.
    public let new: Int
    public let badRows: Int
    /// Whether all of the file came.
    public let isComplete: Bool
    /// Notes and pictures of scans that came with them and were not known; nil without any.
    public let remarks: Int?

    public init(
        number: Int64, kind: EvidenceKind, file: String, digest: String?, rows: Int, new: Int, badRows: Int,
        isComplete: Bool, remarks: Int? = nil
    ) {
        self.number = number
        self.kind = kind
        self.file = file
        self.digest = digest
        self.rows = rows
        self.new = new
        self.badRows = badRows
        self.isComplete = isComplete
        self.remarks = remarks
    }
}
