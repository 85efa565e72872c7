internal import AppClips
public import CSV

/// `url,title,subtitle,action`, and perhaps `store`, `image`, `language`, `status`, `app`.
public enum ExperienceFile {
    public static let schema = Schema(
        required: ["url", "title", "subtitle", "action"],
        optional: ["store", "image", "language", "status", "app"])

    /// Reads a whole file. Throws `FileError` with every bad line.
    public static func read(_ bytes: [UInt8], file: String) throws -> ImportedRows<Experience> {
        try RowImport.read(bytes, file: file, schema: schema, key: "url") { fields in
            let url = fields.invocationURL("url")
            let card = card(&fields)
            let store: StoreID? = fields.row["store"] == nil ? nil : fields.identifier("store")
            let status: Experience.Status? = fields.row["status"] == nil ? .active : fields.choice("status")
            guard let url, let card, let status else { return nil }
            return Experience(
                url: url, card: card, store: store, image: fields.optionalText("image"),
                language: fields.optionalText("language"), status: status,
                app: fields.optionalText("app"))
        }
    }

    private static func card(_ fields: inout RowFields) -> Card? {
        let title = fields.text("title", atMost: Card.titleLimit)
        let subtitle = fields.text("subtitle", atMost: Card.subtitleLimit)
        let action: Card.Action? = fields.choice("action")
        guard let title, let subtitle, let action else { return nil }
        do {
            return try Card(title: title, subtitle: subtitle, action: action)
        } catch {
            fields.complain("title", error.reason)
            return nil
        }
    }
}

extension RowFields {
    mutating func invocationURL(_ column: String) -> InvocationURL? {
        guard let text = row[column] else {
            complain(column, "\(column) is empty")
            return nil
        }
        do {
            return try InvocationURL(text)
        } catch {
            complain(column, "\(column) \"\(text.prefix(120))\": \(error.reason)")
            return nil
        }
    }
}
