import Compression
internal import Faults

/// The filter of a PDF's streams (ISO 32000-1, 7.4.4).
enum FlateDecode {
    static func encoded(_ bytes: [UInt8], level: Int32) throws(LabelsError) -> [UInt8] {
        do {
            return try Deflate.compressed(bytes, level: level)
        } catch {
            throw .drawingFailed(error.reason)
        }
    }
}
