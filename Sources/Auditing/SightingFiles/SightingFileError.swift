package import Faults

/// A file of sightings that cannot be read to its end. What was read before then does not count.
package typealias SightingFileError = Fault<SightingFileFaultCode>

package enum SightingFileFaultCode: String, FaultCode, Codable {
    /// Compressed data ends too early.
    case cutOff = "sightings-cut-off"
    /// Compressed data does not fit its checksum, or is none.
    case damaged = "sightings-damaged"
    /// It unpacks to far more than any sightings would.
    case swollen = "sightings-swollen"
    /// No format that is known.
    case unknownFormat = "sightings-unknown-format"
    /// The JSON or XML around the sightings is wrong.
    case malformed = "sightings-malformed"
    /// Nested deeper, or larger in one piece, than any sighting.
    case tooLarge = "sightings-too-large"
    /// Standard input was named twice.
    case inputTwice = "sightings-input-twice"
    /// A photograph that does not come as a file.
    case photographNotByName = "sightings-photograph-not-by-name"
    /// The process that was to read it has failed.
    case notRead = "sightings-not-read"
    /// A Parquet file that the program for it cannot read, or that does not come as a file.
    case parquetUnreadable = "sightings-parquet-unreadable"
}

extension SightingFileError {
    /// Standard input was named more than once.
    package static var inputTwice: SightingFileError {
        SightingFileError(.inputTwice, file: "standard input", "it can be read once only")
    }

    /// A photograph that comes where no process of its own can open it.
    static func photographNotByName(_ file: String) -> SightingFileError {
        SightingFileError(
            .photographNotByName, file: file, "it holds photographs, which a process of its own reads from its file")
    }

    /// A Parquet file on standard input, within gzip, or where no other program may be started.
    static func parquetNotByName(_ file: String) -> SightingFileError {
        SightingFileError(
            .parquetUnreadable, file: file,
            "it is a Parquet file, which can be read only as a file of its own, on the command line")
    }

    /// The process that was to read a file has ended without an answer.
    package static func notRead(_ file: String, why reason: String) -> SightingFileError {
        SightingFileError(.notRead, file: file, reason)
    }

    init(_ code: Code, file: String, _ reason: String) {
        self.init(code: code, message: "\(file) is refused", reason: reason, next: Self.advice(code))
    }

    private static func advice(_ code: Code) -> String {
        switch code {
        case .cutOff, .damaged: "copy the file again from where it came, or unpack it there"
        case .swollen: "look at what is in it before you trust it; unpack it yourself if it is right"
        case .unknownFormat:
            "give CSV, an Excel workbook, JSON Lines, GeoJSON, GPX, photographs (JPEG, HEIC) or a ZIP of them"
        case .malformed: "export the file again; nothing of it was taken"
        case .tooLarge: "look at what is in it; no sighting is as large"
        case .inputTwice: "name - once"
        case .notRead: "take the photograph again; nothing of it was taken in"
        case .parquetUnreadable:
            "install DuckDB's command line (https://duckdb.org) and name the Parquet file itself; or export CSV from where it came"
        case .photographNotByName: "save it as a file, and give that file's name"
        }
    }
}
