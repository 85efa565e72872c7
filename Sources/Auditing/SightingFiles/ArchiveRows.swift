internal import Archives
internal import Photographs
internal import TextCoding

/// A ZIP archive of photographs: a row for each code on each of them, and one for each file that is none.
///
/// What the archive says of its sizes is not believed (`ZipReader`), folders and what systems add by themselves are left
/// out, and an archive inside it stays closed.
struct ArchiveRows: SightingConverter {
    /// Bytes of the archive, and of all its files unpacked.
    static let sizeLimit = 256 << 20
    static let unpackedLimit = 1 << 30
    static let fileLimit = 500

    private let file: String
    private var bytes: [UInt8] = []

    init(file: String) { self.file = file }

    /// How workbooks begin: the names of their first files. They are ZIP archives as well, and tables.
    private static let workbookNames = ["[Content_Types].xml", "_rels/", "docProps/", "xl/", "mimetype", "customXml/"]

    /// Whether a file that begins so is a ZIP archive, and no workbook. See: PKWARE APPNOTE.TXT 6.3, 4.3.7
    static func isBegun(by head: [UInt8]) -> Bool {
        guard head.starts(with: [0x50, 0x4B, 0x03, 0x04]), head.count > 30 else { return false }
        let length = Int(head[26]) | Int(head[27]) << 8
        let name = String(decoding: head.dropFirst(30).prefix(length), as: UTF8.self)
        return !workbookNames.contains { name.hasPrefix($0) }
    }

    mutating func take(_ piece: [UInt8], isLast: Bool, into rows: inout SightingRows) throws {
        bytes += piece
        guard bytes.count <= Self.sizeLimit else {
            throw SightingFileError(.tooLarge, file: file, "the archive has more than \(Self.sizeLimit >> 20) MiB")
        }
        guard isLast else { return }
        defer { bytes = [] }
        let archive: ZipReader
        do throws(ZipError) {
            archive = try ZipReader(bytes)
        } catch {
            throw SightingFileError(.damaged, file: file, error.reason)
        }
        bytes = []
        try read(archive, into: &rows)
    }

    private func read(_ archive: ZipReader, into rows: inout SightingRows) throws {
        let entries = (0..<archive.count).map { ($0, archive.name(of: $0) ?? "file \($0 + 1)") }
            .filter { !Self.isLeftOut($0.1) }
        guard entries.count <= Self.fileLimit else {
            throw SightingFileError(
                .tooLarge, file: file, "the archive has \(entries.count) files, more than \(Self.fileLimit)")
        }
        var room = Self.unpackedLimit
        for (index, name) in entries {
            let name = VisibleText.escaped(String(name.prefix(200)))
            do throws(ZipError) {
                let picture = try archive.contents(of: index, limit: min(room, Photograph.sizeLimit))
                room -= picture.count
                rows.append(picture, named: name)
            } catch {
                guard room > Photograph.sizeLimit || error != .tooLarge else {
                    throw SightingFileError(
                        .tooLarge, file: file, "its files have more than \(Self.unpackedLimit >> 20) MiB unpacked")
                }
                rows.refuse("\(name): \(Self.reason(error))")
            }
        }
    }

    private static func reason(_ error: ZipError) -> String {
        switch error {
        case .tooLarge: "it has more than \(Photograph.sizeLimit >> 20) MiB"
        case .damaged: "it is damaged"
        case .notAnArchive(let why), .unreadable(let why), .notWritten(let why): "it cannot be read: \(why)"
        }
    }

    private static func isLeftOut(_ path: String) -> Bool {
        let name = path.split(separator: "/").last ?? ""
        return path.hasSuffix("/") || path.hasPrefix("__MACOSX/") || name.hasPrefix(".")
            || ["Thumbs.db", "desktop.ini"].contains(name)
    }
}

extension SightingRows {
    fileprivate mutating func append(_ picture: [UInt8], named name: String) {
        guard let format = PhotographFormat(picture) else {
            refuse("\(name): it is not a photograph (JPEG, HEIC)")
            return
        }
        do throws(PhotographError) {
            append(try Photograph(picture, as: format))
        } catch {
            refuse("\(name): \(error.reason)")
        }
    }
}
