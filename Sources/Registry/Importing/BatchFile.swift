public import AppClips
public import CSV
public import Geodesy

/// `tag,store,placement,medium`, and perhaps `url` and where the tag was put up. One row is one physical tag.
public enum BatchFile {
    public static let schema = Schema(
        required: ["tag", "store", "placement", "medium"],
        optional: ["url", "deployed-latitude", "deployed-longitude", "deployed-accuracy", "deployed-time"])

    /// Reads a whole file and works out each tag's URL: the row's own, else from the template.
    ///
    /// - A row whose URL names another store or tag than the row itself, as the template reads it, is an
    ///   error: that tag would open the wrong store.
    /// - With `stores`, a store that is not among them is an error.
    /// - `regions` holds the centres that a template's `latitude` and `longitude` stand for.
    ///
    /// Throws `FileError` with every bad line.
    public static func read(
        _ bytes: [UInt8], file: String, name: BatchName, template: URLTemplate?, stores: Set<StoreID>?,
        regions: [StoreID: Region] = [:]
    ) throws -> ImportedBatch {
        let imported = try RowImport.read(bytes, file: file, schema: schema, key: "tag") { fields -> Tag? in
            let id: TagID? = fields.identifier("tag")
            let store: StoreID? = fields.identifier("store")
            let placement = fields.text("placement")
            let medium: Medium? = fields.choice("medium")
            guard let id, let store, let placement, let medium else { return nil }
            if let stores, !stores.contains(store) {
                fields.complain("store", "store \"\(store)\" is not known")
            }
            let deployed = fields.deployed()
            var values = ["store": store.text, "tag": id.text, "placement": placement, "medium": medium.rawValue]
            if let centre = regions[store]?.centre {
                values["latitude"] = LocationText.decimal(centre.latitude)
                values["longitude"] = LocationText.decimal(centre.longitude)
            }
            guard let url = url(&fields, template: template, values: values) else { return nil }
            return Tag(
                id: id, batch: name, store: store, placement: placement, medium: medium, url: url.text,
                deployed: deployed)
        }
        return ImportedBatch(
            batch: Batch(name: name, template: template?.text, tags: imported.rows), warnings: imported.warnings)
    }

    private static func url(
        _ fields: inout RowFields, template: URLTemplate?, values: [String: String]
    ) -> InvocationURL? {
        guard fields.row["url"] == nil else {
            guard let url = fields.invocationURL("url") else { return nil }
            let named = template?.recover(from: url) ?? [:]
            for (variable, value) in named.sorted(by: { $0.key < $1.key }) {
                // Byte for byte, as a server reads them. A position is compared as one, by the check.
                guard !LocationText.variables.contains(variable), let expected = values[variable],
                    !expected.utf8.elementsEqual(value.utf8)
                else { continue }
                fields.complain("url", "the URL names \(variable) \"\(value)\", the row says \"\(expected)\"")
            }
            return url
        }
        guard let template else {
            fields.complain("url", "there is no url and no template to make one from")
            return nil
        }
        do {
            return try InvocationURL(try template.expand(values))
        } catch {
            fields.complain("url", error.reason)
            return nil
        }
    }
}

public struct ImportedBatch: Sendable {
    public let batch: Batch
    /// Unknown columns, which were ignored.
    public let warnings: [FileProblem]
}
