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
}
