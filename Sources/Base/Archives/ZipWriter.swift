import CZip

/// Makes a ZIP archive in memory. The same files give the same bytes: no time of day goes into it.
public enum ZipWriter {
    /// 1980-01-01 12:00 UTC: the first day that a ZIP can hold, in every time zone.
    private static let time: time_t = 315_576_000

    /// Throws `ZipError.notWritten`. C: `zip_open_from_source`, `zip_file_add`, `zip_close`, `zip_source_read`.
    public static func archive(_ files: [(name: String, contents: [UInt8])]) throws(ZipError) -> [UInt8] {
        var error = unsafe zip_error_t()
        unsafe zip_error_init(&error)
        defer { unsafe zip_error_fini(&error) }
        guard let target = unsafe zip_source_buffer_create(nil, 0, 0, &error) else {
            throw .notWritten("there is no memory for it")
        }
        guard let archive = unsafe zip_open_from_source(target, ZIP_TRUNCATE, &error) else {
            let reason = unsafe zip_error_strerror(&error).map { unsafe String(cString: $0) }
            unsafe zip_source_free(target)
            throw .notWritten(reason ?? "unknown")
        }
        // The archive gives its source up when it is closed, and the bytes are read from it afterwards.
        unsafe zip_source_keep(target)
        defer { unsafe zip_source_free(target) }
        // libzip reads what was added when the archive is closed.
        var buffers: [UnsafeMutableRawBufferPointer] = unsafe []
        defer { unsafe free(buffers) }
        for file in files {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(file.contents.count, 1), alignment: 1)
            unsafe buffer.copyBytes(from: file.contents)
            unsafe buffers.append(buffer)
            let source = unsafe zip_source_buffer(
                archive, buffer.baseAddress, zip_uint64_t(file.contents.count), 0)
            let index = unsafe zip_file_add(archive, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
            guard index >= 0, unsafe zip_file_set_mtime(archive, zip_uint64_t(index), time, 0) == 0 else {
                let reason = unsafe zip_strerror(archive).map { unsafe String(cString: $0) }
                unsafe zip_source_free(source)
                unsafe zip_discard(archive)
                throw .notWritten(reason ?? "unknown")
            }
        }
        guard unsafe zip_close(archive) == 0 else {
            let reason = unsafe zip_strerror(archive).map { unsafe String(cString: $0) }
            unsafe zip_discard(archive)
            throw .notWritten(reason ?? "unknown")
        }
        return unsafe try bytes(of: target)
    }

    private static func free(_ buffers: [UnsafeMutableRawBufferPointer]) {
        var rest = unsafe buffers
        while let buffer = unsafe rest.popLast() { unsafe buffer.deallocate() }
    }

    private static func bytes(of source: OpaquePointer) throws(ZipError) -> [UInt8] {
        guard unsafe zip_source_open(source) == 0 else { throw .notWritten("it cannot be read back") }
        defer { unsafe zip_source_close(source) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Int(zip_source_read(source, $0.baseAddress, zip_uint64_t($0.count)))
            }
            guard count >= 0 else { throw .notWritten("it cannot be read back") }
            if count == 0 { return bytes }
            bytes += buffer.prefix(count)
        }
    }
}
