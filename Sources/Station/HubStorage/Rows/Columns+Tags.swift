internal import Chips
internal import Geodesy
internal import PostgreSQL
internal import Registry

/// Tags and chips as rows.
extension Columns {
    /// Of `tags`, with the name of their batch and the number of their row.
    static let ofTag = """
        tags.id, batches.name, tags.row, tags.store, tags.placement, tags.medium, tags.url, tags.deployed_latitude, \
        tags.deployed_longitude, tags.deployed_accuracy, tags.deployed_time, \(life("tags."))
        """

    static let selectTag = "SELECT \(ofTag) FROM tags JOIN batches ON batches.number = tags.batch"

    static func life(_ table: String = "") -> String {
        [
            "state", "uid", "product", "written_url", "protection", "mirror", "genuineness", "key", "intended_key",
            "prints",
        ].map { table + $0 }.joined(separator: ", ")
    }

    mutating func readTag() throws -> Tag { try readPlacedTag().tag }

    mutating func readPlacedTag() throws -> (tag: Tag, row: Int64) {
        let (id, batch): (TagID, BatchName) = (try identifier(), try identifier())
        let (row, store, placement) = (try integer(), try store(), try text())
        let (medium, url): (Medium, String) = (try name(), try text())
        let deployed = try readDeployed()
        let tag = Tag(
            id: id, batch: batch, store: store, placement: placement, medium: medium, url: url, life: try readLife(),
            deployed: deployed)
        return (tag, row)
    }

    private mutating func readDeployed() throws -> Deployed? {
        let position = try coordinate()
        let (accuracy, time) = (try optionalDouble(), try optionalTime())
        guard let position, let accuracy else { return nil }
        return Deployed(position: position, accuracy: accuracy, time: time)
    }

    mutating func readLife() throws -> TagLife {
        let (state, uid, product): (TagState, _, _) = (try name(), try optionalUID(), try optionalText())
        let writtenURL = try optionalText()
        let (protection, mirror): (Protection?, ChipMirror?) = (try optionalName(), try optionalName())
        let genuineness: Genuineness? = try optionalName()
        let (key, intended) = (try optionalKeyName(), try optionalKeyNames())
        return TagLife(
            state: state, uid: uid, product: product, writtenURL: writtenURL, prints: Int(try integer()),
            protection: protection, mirror: mirror, genuineness: genuineness, key: key, intendedKeys: intended ?? [])
    }

    static let ofCarrier = "tag, uid, url, cause, ended"

    mutating func readCarrier() throws -> FormerCarrier {
        FormerCarrier(
            tag: try identifier(), uid: try optionalUID(), url: try optionalText(), cause: try name(),
            ended: try time())
    }
}

extension Tag {
    /// Store, placement, medium, URL and where it was put up, in eight columns.
    var planValues: [PostgresValue] {
        [
            .kept(store.key), .kept(placement), .kept(medium.rawValue), .kept(url),
            .optional(deployed?.position.latitude), .optional(deployed?.position.longitude),
            .optional(deployed?.accuracy), .optional(deployed?.time),
        ]
    }
}

extension TagLife {
    /// Whether a chip or a label has the identifier, or had it.
    var isBegun: Bool { state != .planned || prints > 0 }

    /// From the state to the number of labels, in ten columns.
    var values: [PostgresValue] {
        [
            .kept(state.rawValue), .optional(uid?.hexadecimal), .optional(product), .optional(writtenURL),
            .optional(protection?.rawValue), .optional(mirror?.rawValue), .optional(genuineness?.rawValue),
            .optional(key?.description), .optional(intendedKeys.lines), .integer(Int64(prints)),
        ]
    }
}
