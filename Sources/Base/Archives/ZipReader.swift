import CZip

/// Reads a ZIP archive that is in memory. What the archive says about its own sizes is not believed: each file is
/// unpacked a piece at a time, to its end or to the caller's limit.
///
/// Owns a `zip_t` and a copy of the bytes. One thread uses it at a time.
@safe public final class ZipReader {
    private static let pieceSize = 65_536

    /// How many entries the archive has, folders among them.
    public let count: Int

    private let archive: OpaquePointer
    private let bytes: UnsafeMutableRawBufferPointer

    /// Throws `ZipError.notAnArchive`. C: `zip_source_buffer_create`, `zip_open_from_source`.
    public init(_ zip: [UInt8]) throws(ZipError) {
        // libzip takes nothing at all for an archive of nothing.
        guard !zip.isEmpty else { throw .notAnArchive("it is empty") }
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: zip.count, alignment: 1)
        unsafe bytes.copyBytes(from: zip)
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        guard let source = unsafe zip_source_buffer_create(bytes.baseAddress, zip_uint64_t(bytes.count), 0, &error)
        else {
            unsafe bytes.deallocate()
            throw .notAnArchive("there is no memory to read it")
        }
        guard let archive = unsafe zip_open_from_source(source, ZIP_RDONLY, &error) else {
            let reason = unsafe zip_error_strerror(&error).map { unsafe String(cString: $0) }
            unsafe zip_source_free(source)
            unsafe bytes.deallocate()
            throw .notAnArchive(reason ?? "unknown")
        }
        unsafe self.archive = archive
        unsafe self.bytes = bytes
        count = unsafe Int(zip_get_num_entries(archive, 0))
    }

    deinit {
        unsafe zip_discard(archive)
        unsafe bytes.deallocate()
    }

    /// The name of an entry; nil when it is not text. C: `zip_get_name`.
    public func name(of index: Int) -> String? {
        unsafe zip_get_name(archive, zip_uint64_t(index), zip_flags_t(ZIP_FL_ENC_STRICT)).map {
            unsafe String(cString: $0)
        }
    }

    /// The place of the entry with exactly this name, or with its letters in other case; nil when there is none.
    /// C: `zip_name_locate`.
    public func index(of name: String, ignoringCase: Bool = false) -> Int? {
        let index = unsafe zip_name_locate(archive, name, ignoringCase ? zip_flags_t(ZIP_FL_NOCASE) : 0)
        return index < 0 ? nil : Int(index)
    }

    /// A file's bytes. Throws `ZipError.tooLarge` when there are more than `limit`.
    public func contents(of index: Int, limit: Int) throws(ZipError) -> [UInt8] {
        var contents: [UInt8] = []
        try read(index) { (piece) throws(ZipError) in
            contents += piece
            guard contents.count <= limit else { throw .tooLarge }
        } failing: {
            $0
        }
        return contents
    }

    /// Hands over a file a piece at a time. `failing` makes the caller's error of this archive's.
    /// C: `zip_fopen_index`, `zip_fread`.
    public func read<Failure: Error>(
        _ index: Int, _ receive: (ArraySlice<UInt8>) throws(Failure) -> Void, failing: (ZipError) -> Failure
    ) throws(Failure) {
        guard let stream = unsafe zip_fopen_index(archive, zip_uint64_t(index), 0) else {
            let reason = unsafe zip_strerror(archive).map { unsafe String(cString: $0) }
            throw failing(.unreadable(reason ?? "unknown"))
        }
        defer { unsafe zip_fclose(stream) }
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Int(zip_fread(stream, $0.baseAddress, zip_uint64_t($0.count)))
            }
            guard count >= 0 else { throw failing(.damaged) }
            if count == 0 { return }
            try receive(buffer[..<count])
        }
    }
}
