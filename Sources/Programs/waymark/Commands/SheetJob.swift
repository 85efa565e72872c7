import API
import AppClips
import ArgumentParsing
import CSV
import Cryptography
import Faults
import Labels
import Registry

/// What is to be printed.
struct SheetJob {
    let name: String
    let labels: [LabelContent]
    /// The tags that had a label before.
    let reprints: [TagID]

    /// The QR codes of a batch that the daemon knows.
    static func ofBatch(_ name: BatchName, from client: WaymarkClient, _ values: ParsedValues) async throws -> SheetJob
    {
        let detail = try await client.batch(name)
        let selection = try PrintOptions.selection(of: detail, .qr, values)
        let names = Dictionary(uniqueKeysWithValues: detail.stores.map { ($0.id, $0.name) })
        return try SheetJob(name: name.text, tags: selection.tags, storeNames: names, reprints: selection.reprints)
    }

    /// The QR codes of a batch file.
    static func ofFile(_ path: String, stores: String?, template: String?) throws -> SheetJob {
        let known = try stores.map { try StoreFile.read(ImportFile.read($0), file: $0).rows }
        let stem = TableFileName.stem(path)
        let imported = try BatchFile.read(
            ImportFile.read(path), file: path, name: BatchName(stem) ?? Self.fallbackName,
            template: template.map { try URLTemplate($0) }, stores: known.map { Set($0.map(\.id)) })
        for warning in imported.warnings { Terminal.note("warning: \(warning)") }
        let names = Dictionary(uniqueKeysWithValues: (known ?? []).map { ($0.id, $0.name) })
        return try SheetJob(
            name: stem, tags: imported.batch.tags.filter { $0.medium == .qr }, storeNames: names)
    }

    private init(name: String, tags: [Tag], storeNames: [StoreID: String], reprints: [TagID] = []) throws {
        guard !tags.isEmpty else {
            throw BatchRefusal.nothingToPrint(name, .qr)
        }
        self.name = name
        self.reprints = reprints
        labels = tags.map { tag in
            LabelContent(
                url: tag.url, tag: tag.id.text, store: tag.store.text,
                storeName: storeNames[tag.store] ?? tag.store.text, placement: tag.placement)
        }
    }

    /// What the journal keeps of the sheet.
    func record(of report: SheetReport, batch: BatchName, file: [UInt8]) throws -> SheetRecord {
        return SheetRecord(
            batch: batch, stock: report.stock, digest: try SHA256.hexadecimal(of: file),
            cells: report.cells.compactMap { cell in
                TagID(cell.tag).map { SheetRecord.Cell(tag: $0, page: cell.page, position: cell.position) }
            }, reprints: reprints)
    }

    /// For a file whose name cannot be a batch's.
    private static let fallbackName: BatchName = {
        guard let name = BatchName("sheet") else { preconditionFailure("\"sheet\" is a name") }
        return name
    }()
}
