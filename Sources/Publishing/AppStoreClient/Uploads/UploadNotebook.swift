internal import Foundation
internal import Glibc
internal import UnixSystem

/// Images that were begun, so that an interrupted run continues with them: App Store Connect cannot list images that
/// belong to no experience yet.
///
/// It is only a hint: whatever it names is looked up there, and without it an image is uploaded again.
package actor UploadNotebook {
    private struct Entry: Codable {
        let url: String
        let checksum: String
        /// Nil: the image of an earlier line is of no use any more.
        let image: String?
    }

    private let path: String
    private var images: [String: String]

    /// Reads the file, where there is one. A line that was cut off is read over.
    package init(path: String) {
        self.path = path
        images = [:]
        guard let bytes = try? File.read(path, limit: 64 << 20) else { return }
        for line in bytes.split(separator: 0x0A) {
            guard let entry = try? JSONDecoder().decode(Entry.self, from: Data(line)) else { continue }
            images[Self.key(entry.url, entry.checksum)] = entry.image
        }
    }

    private static func key(_ url: String, _ checksum: String) -> String { "\(checksum) \(url)" }

    func image(for url: String, checksum: String) -> String? { images[Self.key(url, checksum)] }

    func note(_ image: String?, for url: String, checksum: String) {
        images[Self.key(url, checksum)] = image
        guard let line = try? JSONEncoder().encode(Entry(url: url, checksum: checksum, image: image)),
            let file = try? FileDescriptor.open(path, flags: O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
        else { return }
        // A line end first: it ends a line that a crash cut off.
        try? file.write([0x0A] + Array(line) + [0x0A])
    }
}
