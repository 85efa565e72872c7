public import AppClips
public import CSV
internal import Faults
public import Geodesy
internal import TextCoding

/// `tag,store,placement,medium`, and perhaps `url` and where the tag was put up. One row is one physical tag.
public enum BatchFile {
    public static let schema = TableSchema(
        required: ["tag", "store", "placement", "medium"],
        optional: ["url", "deployed-latitude", "deployed-longitude", "deployed-accuracy", "deployed-time"],
        numbers: ["deployed-latitude", "deployed-longitude", "deployed-accuracy"])

    /// Reads a whole file and works out each tag's URL: the row's own, else from the template.
    ///
    /// - A row whose URL names another store or tag than the row itself, as the template reads it, is an
    ///   error: that tag would open the wrong store.
    /// - With `stores`, a store that is not among them is an error, and so is one that several deployments have when
    ///   the batch has no deployment. Without them each row's store is one of the batch's deployment.
    /// - A batch without a deployment whose rows all name stores of one deployment belongs to that deployment.
    /// - `regions` holds the centres that give a template's `latitude` and `longitude` their values.
    ///
    /// - A template that cannot make URLs of tags is named once, at the first row that needs it.
    /// - `doubt` says what looks wrong with a tag that is taken all the same.
    ///
    /// Throws `FileError` with every bad line, and for a file without rows.
    public static func read(
        _ bytes: [UInt8], file: String, name: BatchName, template: URLTemplate?, stores: Set<StoreID>?,
        deployment: DeploymentName? = nil, regions: [StoreID: Region] = [:], doubt: (Tag) -> String? = { _ in nil }
    ) throws -> ImportedBatch {
        let directory = stores.map { StoreDirectory($0) }
        let refusal = template.flatMap { TemplateCheck.refusal(of: $0) }
        var isRefused = false
        let imported = try RowImport.read(bytes, file: file, schema: schema, key: "tag") { fields -> Tag? in
            let id: TagID? = fields.identifier("tag")
            let storeName: StoreName? = fields.identifier("store")
            let placement = fields.text("placement")
            let medium: Medium? = fields.choice("medium")
            guard let id, let storeName, let placement, let medium else { return nil }
            let store = fields.store(storeName, from: deployment, directory)
            let deployed = fields.deployed()
            var values = ["store": store.text, "tag": id.text, "placement": placement, "medium": medium.rawValue]
            if let centre = regions[store]?.centre {
                values["latitude"] = LocationText.decimal(centre.latitude)
                values["longitude"] = LocationText.decimal(centre.longitude)
            }
            if let refusal, fields.row["url"] == nil {
                if !isRefused { fields.complain("url", refusal) }
                isRefused = true
                return nil
            }
            guard let url = url(&fields, template: template, values: values) else { return nil }
            let tag = Tag(
                id: id, batch: name, store: store, placement: placement, medium: medium, url: url.text,
                deployed: deployed)
            if let doubt = doubt(tag) { fields.warn("url", doubt) }
            return tag
        }
        guard !imported.rows.isEmpty else {
            let problem = FileProblem(file: file, reason: "it has no rows, and a batch has at least one tag")
            throw FileError(code: .rows, file: file, problems: [problem])
        }
        let owners = Set(imported.rows.map(\.deployment))
        let owner = deployment ?? (owners.count == 1 ? owners.first ?? nil : nil)
        return ImportedBatch(
            batch: Batch(name: name, template: template?.text, tags: imported.rows, deployment: owner),
            warnings: warnings(template, imported.rows, file: file) + imported.warnings)
    }

    /// What is doubtful about the template. One with characters outside ASCII makes URLs that look otherwise than it does.
    private static func warnings(_ template: URLTemplate?, _ tags: [Tag], file: String) -> [FileProblem] {
        guard let template, let tag = tags.first else { return [] }
        var reasons = TemplateCheck.warnings(about: template)
        if template.text.utf8.contains(where: { $0 >= 0x80 }) {
            reasons.append(
                "the template \(template.text) has characters outside ASCII: chips and codes carry them "
                    + "percent-encoded, for example as \(tag.url)")
        }
        return reasons.map { FileProblem(file: file, reason: $0) }
    }

    /// What a spreadsheet may have done to an identifier; nothing for nil.
    fileprivate static func lostZeros(_ whole: String?) -> String {
        whole.map { "; a spreadsheet took away the zeros of \"\($0)\": \(SpreadsheetDamage.remedy)" } ?? ""
    }

    private static func url(
        _ fields: inout ImportedFields, template: URLTemplate?, values: [String: String]
    ) -> InvocationURL? {
        guard fields.row["url"] == nil else {
            guard let url = fields.invocationURL("url") else { return nil }
            let named = template?.recover(from: url) ?? [:]
            for (variable, value) in named.sorted(by: { $0.key < $1.key }) {
                // Byte for byte, as a server reads them. A position is compared as one, by the check.
                guard !LocationText.variables.contains(variable), let expected = values[variable],
                    !expected.utf8.elementsEqual(value.utf8)
                else { continue }
                let whole = SpreadsheetDamage.lostZeros(expected, of: value) ? value : nil
                fields.complain(
                    "url", "the URL names \(variable) \"\(value)\", the row says \"\(expected)\"" + lostZeros(whole))
            }
            return url
        }
        guard let template else {
            fields.complain("url", "there is no url and no template to make one from")
            return nil
        }
        do {
            return try fields.carried(InvocationURL(try template.expand(values)), "url")
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

extension ImportedFields {
    /// The store that a row names, seen from the batch's deployment.
    fileprivate mutating func store(
        _ name: StoreName, from deployment: DeploymentName?, _ directory: StoreDirectory?
    ) -> StoreID {
        let own = StoreID(name, of: deployment)
        switch directory?.find(name, from: deployment) {
        case .store(let id): return id
        case nil: return own
        case .unknown:
            let whole = directory?.names.first { SpreadsheetDamage.lostZeros(name.text, of: $0.text) }
            complain(
                "store",
                "store \"\(name)\" is not known" + (deployment.map { " in deployment \($0)" } ?? "")
                    + BatchFile.lostZeros(whole?.text))
        case .shared(let candidates):
            let names = candidates.compactMap(\.deployment?.text).joined(separator: ", ")
            complain("store", "store \"\(name)\" is in several deployments (\(names)): name the batch's deployment")
        }
        return own
    }
}
