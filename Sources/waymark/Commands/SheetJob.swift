import API
import AppClips
import Cryptography
import Labels
import Registry

/// What is to be printed.
struct SheetJob {
    let name: String
    let labels: [LabelContent]

    /// The QR codes of a batch that the daemon knows.
    static func ofBatch(_ name: BatchName, _ client: WaymarkClient, again: Bool) async throws -> SheetJob {
        let detail = try await client.batch(name)
        let inService = detail.batch.tags.filter { $0.medium == .qr && $0.state != .retired }
        let tags = again ? inService : inService.filter { $0.state != .printed }
        if tags.isEmpty, let printed = inService.first {
            throw RegistryError(
                .contradiction, "batch \(name) is not printed",
                why: "tag \(printed.id) was printed before: a second label of it could end up in another place",
                next: "free a spoiled label (waymark tag replace) and print it alone; to print all once more: --again")
        }
        if tags.count < inService.count {
            Terminal.note("printed before and left out: \(count(inService.count - tags.count, "label"))")
        }
        let printable = Set(tags.map(\.id))
        if let doubt = detail.doubts.first(where: { printable.contains($0.tag) }) {
            throw RegistryError(
                .contradiction, "batch \(name) is not printed",
                why: "no registered experience answers for tag \(doubt.tag): \(doubt.why)",
                next: "import the experience (waymark experience import), or correct the URL")
        }
        let names = Dictionary(uniqueKeysWithValues: detail.stores.map { ($0.id, $0.name) })
        return try SheetJob(name: name.text, tags: tags, storeNames: names)
    }

    /// The QR codes of a batch file.
    static func ofFile(_ path: String, stores: String?, template: String?) throws -> SheetJob {
        let known = try stores.map { try StoreFile.read(ImportFile.read($0), file: $0).rows }
        let stem = path.split(separator: "/").last.map { $0.hasSuffix(".csv") ? $0.dropLast(4) : $0 } ?? "sheet"
        let imported = try BatchFile.read(
            ImportFile.read(path), file: path, name: BatchName(String(stem)) ?? Self.fallbackName,
            template: template.map { try URLTemplate($0) }, stores: known.map { Set($0.map(\.id)) })
        for warning in imported.warnings { Terminal.note("warning: \(warning)") }
        let names = Dictionary(uniqueKeysWithValues: (known ?? []).map { ($0.id, $0.name) })
        return try SheetJob(
            name: String(stem), tags: imported.batch.tags.filter { $0.medium == .qr }, storeNames: names)
    }

    private init(name: String, tags: [Tag], storeNames: [StoreID: String]) throws {
        guard !tags.isEmpty else {
            throw RegistryError(
                .contradiction, "\(name) has nothing to print", why: "none of its tags in service is a QR code",
                next: "write its NFC tags instead: waymark write \(name)")
        }
        self.name = name
        labels = tags.map { tag in
            LabelContent(
                url: tag.url, tag: tag.id.text, store: tag.store.text,
                storeName: storeNames[tag.store] ?? tag.store.text, placement: tag.placement)
        }
    }

    /// What the journal keeps of the sheet.
    func record(of report: SheetReport, batch: BatchName, pdf: [UInt8]) throws -> SheetRecord {
        return SheetRecord(
            batch: batch, stock: report.stock, digest: try SHA256.hexadecimal(of: pdf),
            cells: report.cells.compactMap { cell in
                TagID(cell.tag).map { SheetRecord.Cell(tag: $0, page: cell.page, position: cell.position) }
            })
    }

    /// For a file whose name cannot be a batch's.
    private static let fallbackName: BatchName = {
        guard let name = BatchName("sheet") else { preconditionFailure("\"sheet\" is a name") }
        return name
    }()
}
