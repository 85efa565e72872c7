/// What an answer with a backup says beside the bytes.
package enum BackupHeader {
    /// The header field with the backup's length in bytes: one that ends earlier is not whole. The body is streamed, so
    /// it has no Content-Length.
    package static let length = "Waymark-Backup-Length"
    /// The header field with the SHA-256 of the copy that the daemon has checked, in hexadecimal.
    package static let digest = "Waymark-Backup-Digest"
}
