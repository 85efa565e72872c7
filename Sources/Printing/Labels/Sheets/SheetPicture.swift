import Faults
import Glibc
import UnixSystem

/// The picture of a page on its way to its place. Unlike a ``SheetFile`` it is written at once and not held open: a
/// sheet may have more pages than a process may have open files. It is removed when it is let go unpublished.
final class SheetPicture: Sendable {
    let path: String
    let temporaryPath: String

    init(_ path: String, _ bytes: [UInt8]) throws(LabelsError) {
        self.path = path
        temporaryPath = try SheetFile.writing(path) { () throws(SystemError) -> String in
            // Begun and let go: it refuses what cannot be replaced.
            _ = try PendingFile(path, .replacement)
            let place = try TrustedPlace(path)
            let temporary = "\(place.folder.path)/page.\(String(UInt64.random(in: 0...UInt64.max), radix: 36))"
            try File.writeAtomically(bytes, to: temporary, like: place.folder.status(of: place.name))
            return temporary
        }
    }

    /// Gives the picture its name, in the folder in which it was written. See: man 2 renameat
    func publish() throws(LabelsError) {
        try SheetFile.writing(path) { () throws(SystemError) -> Void in
            let written = try TrustedPlace(temporaryPath)
            let wanted = try TrustedPlace(path)
            let folder = try written.folder.open(".", flags: O_RDONLY | O_DIRECTORY)
            guard unsafe renameat(folder.rawValue, written.name, folder.rawValue, wanted.name) == 0 else {
                let number = errno
                throw SystemError(
                    code: .failed, message: "cannot write \(path)",
                    reason: unsafe String(cString: strerror(number)).lowercased(), next: "make the sheet again",
                    call: "renameat", errno: number, path: path)
            }
            try folder.synchronize()
        }
    }

    deinit {
        do {
            let place = try TrustedPlace(temporaryPath)
            try place.folder.remove(place.name)
        } catch {
            // It was published, and has its own name.
        }
    }
}
