internal import CSV
internal import Registry

/// Tags and stores as the files that `waymark sheet --from` reads.
enum SheetTables {
    static func batch(_ tags: [Tag]) -> [UInt8] {
        var writer = RowWriter(["tag", "store", "placement", "medium", "url"])
        for tag in tags {
            writer.append([tag.id.text, tag.store.text, tag.placement, tag.medium.rawValue, tag.url])
        }
        return writer.bytes
    }

    static func stores(_ stores: [Store]) -> [UInt8] {
        var writer = RowWriter(["store", "name", "latitude", "longitude", "radius"])
        for store in stores {
            // A label shows the store's name and not where it is.
            writer.append([store.id.text, store.name, "", "", ""])
        }
        return writer.bytes
    }

    /// A batch's name as that of a file, without an ending. A batch's name has at most 64 characters, but each of them
    /// may have many bytes, and a file's name has at most 255, of which some are needed while the file is written.
    static func fileName(of batch: BatchName) -> String {
        var name = ""
        for scalar in batch.text.unicodeScalars {
            let next: Unicode.Scalar = scalar == "/" || scalar == "\0" ? "_" : scalar
            guard name.utf8.count + UTF8.width(next) <= longestFileName else { break }
            name.unicodeScalars.append(next)
        }
        return name
    }

    /// Bytes.
    private static let longestFileName = 200
}
