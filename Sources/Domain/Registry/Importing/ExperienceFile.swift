internal import AppClips
public import CSV
internal import Faults

/// `url,title,subtitle,action`, and perhaps `store`, `image`, `language`, `status`, `app`.
public enum ExperienceFile {
    public static let schema = TableSchema(
        required: ["url", "title", "subtitle", "action"],
        optional: ["store", "image", "language", "status", "app"])

    /// Reads a whole file; the experiences belong to `deployment`. Throws `FileError` with every bad line.
    public static func read(
        _ bytes: [UInt8], file: String, deployment: DeploymentName? = nil
    ) throws -> ImportedRows<Experience> {
        try RowImport.read(bytes, file: file, schema: schema, key: "url") { fields in
            let url = fields.invocationURL("url")
            let card = card(&fields)
            let store: StoreName? = fields.row["store"] == nil ? nil : fields.identifier("store")
            let status: Experience.Status? = fields.row["status"] == nil ? .active : fields.choice("status")
            guard let url, let card, let status else { return nil }
            return Experience(
                url: url, card: card, store: store, image: fields.optionalText("image"),
                language: fields.optionalText("language"), status: status,
                app: fields.optionalText("app"), deployment: deployment)
        }
    }

    private static func card(_ fields: inout ImportedFields) -> Card? {
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

extension ImportedFields {
    mutating func invocationURL(_ column: String) -> InvocationURL? {
        guard let text = row[column] else {
            complain(column, "\(column) is empty")
            return nil
        }
        do {
            let url = try carried(InvocationURL(text), column)
            if let url, !url.isSecure {
                warn(column, "\(column) \"\(text.prefix(120))\" does not begin with https: no App Clip opens from it")
            }
            return url
        } catch {
            complain(column, "\(column) \"\(text.prefix(120))\": \(error.reason)")
            return nil
        }
    }
}
