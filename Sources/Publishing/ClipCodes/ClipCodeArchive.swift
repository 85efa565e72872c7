internal import Archives
internal import Faults

/// The ZIP of App Clip Codes from Apple's generator, or from the person who ran it. It is read in memory and never
/// unpacked on a disk; the sizes that it states are not trusted.
package enum ClipCodeArchive {
    /// The largest archive that is taken, in bytes.
    package static let largest = 256 << 20
    /// Codes, the list that comes with them, and what a Mac adds to each.
    static let mostEntries = 20_100
    /// All files together when unpacked, in bytes. Apple's files have about 10 KB each.
    static let largestContents = 512 << 20

    /// The SVGs in an archive by their names. Folders in it do not count: a Mac zips the folder with its files.
    ///
    /// Throws when it is not a ZIP, is encrypted, has a name that leads out of a folder, has one name twice, or is larger
    /// unpacked than codes can be.
    package static func files(zip: [UInt8], name: String) throws(ClipCodesError) -> [String: [UInt8]] {
        guard zip.count <= largest else { throw .noArchive(name, "it has more than \(largest >> 20) MB") }
        let archive: ZipReader
        do {
            archive = try ZipReader(zip)
        } catch {
            throw .noArchive(name, error.reason)
        }
        guard archive.count <= mostEntries else { throw .noArchive(name, "it has more than \(mostEntries) entries") }
        var files: [String: [UInt8]] = [:]
        var total = 0
        for index in 0..<archive.count {
            guard let path = archive.name(of: index) else {
                throw .noArchive(name, "the name of its entry \(index + 1) cannot be read")
            }
            guard let file = try Self.file(path, archive: name) else { continue }
            let contents = try Self.contents(of: index, file, in: archive, name: name)
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

    /// A file, read to its end whatever its size is said to be.
    private static func contents(
        of index: Int, _ file: String, in archive: ZipReader, name: String
    ) throws(ClipCodesError) -> [UInt8] {
        do {
            return try archive.contents(of: index, limit: ClipCodeFile.largestFile)
        } catch {
            switch error {
            case .unreadable(let reason): throw .noArchive(name, "\(file) in it cannot be read: \(reason)")
            case .tooLarge:
                throw .noArchive(name, "\(file) in it has more than \(ClipCodeFile.largestFile >> 20) MB")
            case .damaged, .notAnArchive, .notWritten: throw .noArchive(name, "\(file) in it is damaged")
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
