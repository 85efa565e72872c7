import Faults
import Glibc
import UnixSystem

/// A file of a sheet on its way to its place.
struct SheetFile: Sendable {
    private let file: PendingFile

    init(_ path: String) throws(LabelsError) {
        file = try Self.writing(path) { () throws(SystemError) in try PendingFile(path, .replacement) }
    }

    var path: String { file.path }
    var temporaryPath: String { file.temporaryPath }

    func append(_ bytes: [UInt8]) throws(LabelsError) {
        try Self.writing(path) { () throws(SystemError) in try file.append(bytes) }
    }

    func publish() throws(LabelsError) {
        try Self.writing(path) { () throws(SystemError) in try file.publish() }
    }

    /// Failures of the system become the sheet's. See: man 3 errno
    static func writing<Result>(
        _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(LabelsError) -> Result {
        do throws(SystemError) {
            return try body()
        } catch {
            let next =
                switch error.errno {
                case 0: "name a file: --output FILE"
                case ENOENT: "create the folder first"
                default: "choose a folder that you may write to and that has room"
                }
            throw LabelsError(
                code: .fileNotWritten, message: "cannot write \(path)", reason: error.reason, next: next)
        }
    }
}
