internal import CSV
internal import Faults
internal import Glibc
package import UnixSystem

/// One file of sightings of whatever format, as rows of sightings in CSV (docs/files.md).
///
/// The content of the file decides the format: CSV, JSON Lines, GeoJSON, GPX, a photograph or a ZIP archive of them,
/// gzip-compressed or not, or Parquet. CSV goes through as it is; the others become rows a piece at a time, so a file may be larger than memory.
package final class SightingFile {
    private let file: String
    private var source: any ByteSource
    private var converter: (any SightingConverter)?
    private var rows: SightingRows?
    private var isAtEnd = false
    /// What came as an array and did not fit into the buffer that was given.
    private var waiting: ArraySlice<UInt8> = []

    /// Opens a file; `-` is standard input. What only its reader knows goes into `notes`.
    ///
    /// Throws `SightingFileError` for a format that is not supported, and `SystemError`.
    package convenience init(
        _ path: String, defaults: SightingDefaults = SightingDefaults(), notes: SightingNotes
    ) throws {
        try self.init(
            try FileBytes(path), at: path == "-" ? nil : path, named: path == "-" ? "standard input" : path,
            readsPhotographs: false, defaults: defaults, notes: notes)
    }

    /// Reads a file that is open, also a photograph; problems name it `name`. For a process that has given up everything
    /// else (`CurrentProcess.confine`): decoders of pictures are large, and strangers choose what they read.
    package convenience init(
        _ open: consuming FileDescriptor, named name: String, defaults: SightingDefaults, notes: SightingNotes
    ) throws {
        try self.init(
            FileBytes(open), at: nil, named: name, readsPhotographs: true, defaults: defaults, notes: notes)
    }

    /// `path`: where another program can open it; nil for what only this process has.
    private init(
        _ bytes: any ByteSource, at path: String?, named file: String, readsPhotographs: Bool,
        defaults: SightingDefaults, notes: SightingNotes
    ) throws {
        self.file = file
        let (format, head, rest, isPacked) = try Self.unpacked(bytes, file: file)
        source = HeadedBytes(head, then: rest)
        func convert(_ item: SightingNotes.Item, _ converter: any SightingConverter) {
            rows = SightingRows(file: file, item: item, notes: notes, defaults: defaults)
            self.converter = converter
        }
        switch format {
        case .csv: break
        case .jsonLines: convert(.line, JSONLines(file: file))
        case .geoJSON: convert(.feature, GeoJSONFeatures(file: file))
        case .gpx: convert(.waypoint, try GPXWaypoints(file: file))
        case .photograph(let format):
            guard readsPhotographs else { throw SightingFileError.photographNotByName(file) }
            convert(.code, PhotographRows(format))
        case .archive:
            guard readsPhotographs else { throw SightingFileError.photographNotByName(file) }
            convert(.code, ArchiveRows(file: file))
        case .parquet:
            guard let path, !isPacked else { throw SightingFileError.parquetNotByName(file) }
            source = try ParquetRows(path, named: file)
        case .gzip: throw SightingFileError(.unknownFormat, file: file, "it is gzip within gzip")
        case nil: throw SightingFileError(.unknownFormat, file: file, "unrecognised file format")
        }
    }

    /// The file's name in problems.
    package var name: String { file }

    /// The next bytes of the CSV, none at the end.
    package func next() throws -> [UInt8] {
        // Taken out while they work: a second owner would copy what they hold.
        guard var converter = converter.take(), var rows = rows.take() else {
            return isAtEnd ? [] : try source.next()
        }
        while !isAtEnd {
            let bytes = try source.next()
            isAtEnd = bytes.isEmpty
            try converter.take(bytes, isLast: isAtEnd, into: &rows)
            if isAtEnd { rows.finish() }
            let piece = rows.take()
            guard piece.isEmpty else {
                self.converter = converter
                self.rows = rows
                return piece
            }
        }
        return []
    }

    /// The next bytes of the CSV into a buffer that is used again, and how many; 0 at the end. A file of CSV that is not
    /// compressed is read without a copy.
    package func read(into buffer: inout MutableSpan<UInt8>) throws -> Int {
        if waiting.isEmpty, converter == nil, let count = try source.read(into: &buffer) { return count }
        if waiting.isEmpty { waiting = try next()[...] }
        let count = min(waiting.count, buffer.count)
        unsafe buffer.withUnsafeMutableBufferPointer { target in
            unsafe _ = target.update(fromContentsOf: waiting.prefix(count))
        }
        waiting.removeFirst(count)
        return count
    }

    /// All of it. Throws when it has more than `limit` bytes as CSV.
    package func whole(limit: Int) throws -> [UInt8] {
        var whole: [UInt8] = []
        while true {
            let piece = try next()
            if piece.isEmpty { return whole }
            whole += piece
            guard whole.count <= limit else {
                throw SightingFileError(.tooLarge, file: file, "it has more than \(limit) bytes as CSV")
            }
        }
    }

    /// Whether a file is a photograph, or a ZIP archive of them, packed or not. Only a regular file is looked at: what a pipe has given is gone.
    /// See: man 2 fstat
    package static func isPhotograph(_ path: String) -> Bool {
        guard path != "-", let file = try? FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK) else { return false }
        var status = stat()
        guard unsafe fstat(file.rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            let (format, _, _, _) = try? unpacked(FileBytes(file), file: path)
        else { return false }
        switch format {
        case .photograph, .archive: return true
        default: return false
        }
    }

    /// The format of what is in a file, which may be packed; nil when it is not supported.
    private static func unpacked(
        _ bytes: any ByteSource, file: String
    ) throws -> (format: SightingFormat?, head: [UInt8], rest: any ByteSource, isPacked: Bool) {
        let (head, rest) = try opened(bytes)
        let format = SightingFormat(head)
        guard format == .gzip else { return (format, head, rest, false) }
        let (inner, following) = try opened(GzipBytes(HeadedBytes(head, then: rest), file: file))
        return (SightingFormat(inner), inner, following, true)
    }

    /// Enough of the beginning to recognise the format, and the rest.
    private static func opened(_ source: any ByteSource) throws -> (head: [UInt8], rest: any ByteSource) {
        var head: [UInt8] = []
        while head.count < SightingFormat.headSize {
            let piece = try source.next()
            if piece.isEmpty { break }
            head += piece
        }
        return (head, source)
    }
}
