import CZip

/// The ZIP in which Apple's generator, or whoever ran it, sends App Clip Codes. It is read in memory and never
/// unpacked on a disk; what it says of its own sizes is not believed.
public enum ClipCodeArchive {
    /// The largest archive that is taken, in bytes.
    public static let largest = 256 << 20
    /// Codes, the list that comes with them, and what a Mac adds to each.
    static let mostEntries = 20_100
    /// All files together when unpacked, in bytes. Apple's files have about 10 KB each.
    static let largestContents = 512 << 20

    /// The SVGs in an archive by their names. Folders in it do not count: a Mac zips the folder with its files.
    ///
    /// Throws when it is no ZIP, is encrypted, has a name that leads out of a folder, has one name twice, or is larger
    /// unpacked than codes can be. C: `zip_open_from_source`, `zip_stat_index`.
    public static func files(zip: [UInt8], name: String) throws(ClipCodesError) -> [String: [UInt8]] {
        guard zip.count <= largest else { throw .noArchive(name, "it has more than \(largest >> 20) MB") }
        // libzip takes nothing at all for an archive of nothing.
        guard !zip.isEmpty else { throw .noArchive(name, "it is empty") }
        let result = unsafe zip.withUnsafeBytes { bytes in
            Result { () throws(ClipCodesError) in unsafe try files(in: bytes, name: name) }
        }
        return try result.get()
    }

    private static func files(
        in bytes: UnsafeRawBufferPointer, name: String
    ) throws(ClipCodesError) -> [String: [UInt8]] {
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        guard let source = unsafe zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error)
        else { throw .noArchive(name, "there is no memory to read it") }
        guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            unsafe zip_source_free(source)
            let reason = unsafe zip_error_strerror(&error).map { unsafe String(cString: $0) }
            throw .noArchive(name, "it is no ZIP: \(reason ?? "unknown")")
        }
        defer { unsafe zip_discard(archive) }
        let count = unsafe Int(zip_get_num_entries(archive, 0))
        guard count <= mostEntries else { throw .noArchive(name, "it has more than \(mostEntries) entries") }
        var files: [String: [UInt8]] = [:]
        var total = 0
        for index in 0..<count {
            guard let entry = unsafe zip_get_name(archive, zip_uint64_t(index), zip_flags_t(ZIP_FL_ENC_STRICT)) else {
                throw .noArchive(name, "the name of its entry \(index + 1) cannot be read")
            }
            let path = unsafe String(cString: entry)
            guard let file = try Self.file(path, archive: name) else { continue }
            let contents = unsafe try Self.contents(of: index, file, in: archive, name: name)
            total += contents.count
            guard total <= largestContents else {
                throw .noArchive(name, "unpacked it has more than \(largestContents >> 20) MB")
            }
            guard files.updateValue(contents, forKey: file) == nil else {
                throw .noArchive(name, "\(file) is in it twice")
            }
        }
        return files
    }

    /// The name of a code's file; nil for what is none.
    private static func file(_ path: String, archive: String) throws(ClipCodesError) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let isFolder = parts.last?.isEmpty ?? true
        let names = isFolder ? parts.dropLast() : parts[...]
        guard !path.contains("\\"), names.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." }) else {
            throw .noArchive(archive, "its entry \(path.prefix(80).debugDescription) leads out of the folder")
        }
        // What a Mac keeps beside each file.
        guard !isFolder, parts.first != "__MACOSX", let last = parts.last, last.first != ".", last.hasSuffix(".svg")
        else { return nil }
        return String(last)
    }

    /// A file, read to its end whatever its size is said to be. C: `zip_fopen_index`, `zip_fread`.
    private static func contents(
        of index: Int, _ file: String, in archive: OpaquePointer, name: String
    ) throws(ClipCodesError) -> [UInt8] {
        guard let stream = unsafe zip_fopen_index(archive, zip_uint64_t(index), 0) else {
            let reason = unsafe zip_strerror(archive).map { unsafe String(cString: $0) }
            throw .noArchive(name, "\(file) in it cannot be read: \(reason ?? "unknown")")
        }
        defer { unsafe zip_fclose(stream) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Int(zip_fread(stream, $0.baseAddress, zip_uint64_t($0.count)))
            }
            guard count >= 0 else { throw .noArchive(name, "\(file) in it is damaged") }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
            guard bytes.count <= ClipCodeFile.largestFile else {
                throw .noArchive(name, "\(file) in it has more than \(ClipCodeFile.largestFile >> 20) MB")
            }
        }
    }
}

extension ClipCodesError {
    fileprivate static func noArchive(_ name: String, _ reason: String) -> ClipCodesError {
        ClipCodesError(
            code: .archiveInvalid, message: "cannot take the codes in \(name)", reason: reason,
            next: "send the ZIP as it came from Apple's generator, or unpack it and name the folder")
    }
}
