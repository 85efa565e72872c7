internal import Glibc

/// Reserved space on the registry's disk: a file that is deleted when the disk is full.
struct DiskReserve {
    private let path: String
    private let bytes: Int

    /// With 0 bytes there is no reserve, and ``fill()`` always succeeds.
    init(besides registry: String, bytes: Int) {
        path = registry + ".reserve"
        self.bytes = bytes
    }

    /// Makes it whole. False when the disk has no space for it. See: man 3 posix_fallocate
    func fill() -> Bool {
        guard bytes > 0 else { return true }
        var status = stat()
        if unsafe stat(path, &status) == 0, status.st_size == bytes { return true }
        let descriptor = unsafe Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        guard posix_fallocate(descriptor, 0, off_t(bytes)) == 0 else {
            // Part of it may have been allocated: release that for others.
            unsafe unlink(path)
            return false
        }
        return true
    }

    /// Frees the space for the next write. False when there was nothing to free.
    func spend() -> Bool {
        guard bytes > 0 else { return false }
        return unsafe unlink(path) == 0
    }
}
