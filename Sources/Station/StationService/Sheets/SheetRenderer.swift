internal import API
internal import Faults
internal import Foundation
internal import HTTPServer
internal import Registry
internal import UnixSystem

/// Makes sheets with `waymark sheet`, one at a time, as a process of its own with limits: what draws, sets type and
/// reads fonts stays out of the daemon, cannot take it along, and reaches no file of the daemon but the sheet's folder.
package struct SheetRenderer: Sendable {
    private enum Limits {
        static let program = LimitedProgram.Limits(time: .seconds(120), memory: 4 << 30, file: 1 << 30)
        /// Sheets that are kept.
        static let kept = 50
        /// For how long, in seconds.
        static let age = 86_400.0
        /// Sheets that may wait for another one.
        static let waiting = 4
    }

    private let program: LimitedProgram
    private let folder: String
    private let turns = Turns(waiting: Limits.waiting)

    /// `program`: `waymark`. `folder`: where sheets are kept for a day; it is made when it is needed.
    package init(program: String, folder: String) {
        self.program = LimitedProgram(path: program, limits: Limits.program)
        self.folder = folder
    }

    /// What came of a run of the program.
    struct Result {
        let id: String
        let report: Report
        /// Nil for a preview.
        let pdf: [UInt8]?
    }

    /// What `waymark sheet --json` says of a sheet, as far as it is needed here.
    struct Report: Decodable {
        struct Cell: Decodable {
            let tag: TagID
            let page: Int
            let position: Int
        }

        let stock: String
        let pages: Int
        let cells: [Cell]
        let nextStart: Int
        let warnings: [String]
    }

    private struct Answer: Decodable { let sheet: Report }

    /// Makes a sheet of these tags.
    func make(_ request: SheetRequest, of batch: BatchName, _ tags: [Tag], stores: [Store]) async throws -> Result {
        try await turns.alone(orElse: Self.full) { try await draw(request, of: batch, tags, stores: stores) }
    }

    private static func full(_ waiting: Int) -> StationError {
        StationError(
            .tooManySheets, "the sheet was not made", why: "\(waiting) others wait to be made",
            next: "try again in a minute")
    }

    /// Makes a work order on paper.
    func make(_ request: RepairSheetRequest, _ order: RepairOrder) async throws -> Result {
        try await turns.alone(orElse: Self.full) {
            try await inPlace { place in
                let file = "\(place)/order.json"
                try File.writeAtomically(Array(try JSONEncoder().encode(RepairOrderAnswer(order))), to: file)
                var arguments = [
                    "finding", "order", "--confined", "--from=\(file)", "--json", "--output=\(place)/page.png",
                    "--output=\(place)/sheet.pdf", "--language=\((request.language ?? .en).rawValue)",
                ]
                if let stock = request.stock { arguments.append("--stock=\(stock)") }
                if let start = request.start { arguments.append("--start=\(start)") }
                let report = try await run(arguments, in: place)
                return (report, try File.read("\(place)/sheet.pdf", limit: Int(Limits.program.file)))
            }
        }
    }

    static let unmade = StationError(
        .sheetFailed, "the sheet was not made", why: "waymark left no file", next: "see the daemon's log")

    private func draw(
        _ request: SheetRequest, of batch: BatchName, _ tags: [Tag], stores: [Store]
    ) async throws -> Result {
        try await inPlace { place in
            // A folder of its own: a batch may be called like any other file of the sheet.
            let tagFolder = "\(place)/tags"
            try FileManager.default.createDirectory(
                atPath: tagFolder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            // The file's name is the job's, which is printed at the margin.
            let file = "\(tagFolder)/\(SheetTables.fileName(of: batch)).csv"
            try File.writeAtomically(SheetTables.batch(tags), to: file)
            try File.writeAtomically(SheetTables.stores(stores), to: "\(place)/stores.csv")
            let isPreview = request.preview ?? false
            let report = try await run(Self.arguments(request, file: file, in: place, isPreview: isPreview), in: place)
            return (report, isPreview ? nil : try File.read("\(place)/sheet.pdf", limit: Int(Limits.program.file)))
        }
    }

    /// Runs the program on a folder of its own, which stays when all goes well.
    private func inPlace(_ body: (String) async throws -> (Report, [UInt8]?)) async throws -> Result {
        try tidy()
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        let place = "\(folder)/\(id)"
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            let (report, pdf) = try await body(place)
            return Result(id: id, report: report, pdf: pdf)
        } catch {
            try? FileManager.default.removeItem(atPath: place)
            throw error
        }
    }

    private static func arguments(
        _ request: SheetRequest, file: String, in place: String, isPreview: Bool
    ) -> [String] {
        var arguments = [
            "sheet", "--confined", "--from=\(file)", "--stores=\(place)/stores.csv", "--stock=\(request.stock)",
            "--json", "--output=\(place)/page.png",
        ]
        if !isPreview { arguments.append("--output=\(place)/sheet.pdf") }
        if let start = request.start { arguments.append("--start=\(start)") }
        if let design = request.design { arguments.append("--design=\(design.rawValue)") }
        if let use = request.use { arguments.append("--use=\(use.rawValue)") }
        if let text = request.callToAction { arguments.append("--call-to-action=\(text)") }
        return arguments
    }

    private func run(_ arguments: [String], in place: String) async throws -> Report {
        // Its own cache of fonts, for a machine without a current one: what a sheet leaves is nothing that another reads.
        let ending = try await program.run(arguments, environment: ["XDG_CACHE_HOME": place], folder: place)
        try? FileManager.default.removeItem(atPath: "\(place)/fontconfig")
        guard ending.status.isSuccess else {
            guard let complaint = Complaint(printed: ending.errors) else {
                throw StationError(
                    .sheetFailed, "the sheet was not made", why: "waymark sheet ended with \(ending.status)",
                    next: "see the daemon's log, and try fewer labels")
            }
            throw StationError(
                .sheetRefused, complaint.message, why: complaint.reason, next: complaint.next)
        }
        return try JSONDecoder().decode(Answer.self, from: Data(ending.output)).sheet
    }

    // MARK: What is kept

    /// A sheet's file: `sheet.pdf`, or a page's picture. `lease`: what is sent ends with it.
    func file(of id: String, _ name: String, for lease: Lease?) throws -> HTTPResponse.Body {
        // Identifiers are ours: nothing else may become part of a path.
        guard id.utf8.count <= 16, id.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { throw Self.unknown(id) }
        do {
            let file = try FilePieces.of("\(folder)/\(id)/\(name)", for: lease)
            return .file(length: file.length, file.pieces)
        } catch let error as SystemError {
            throw error.code == .notFound ? Self.unknown(id) : error
        }
    }

    /// The picture of a page: a sheet of one page has its picture under another name.
    func picture(of id: String, page: Int, for lease: Lease?) throws -> HTTPResponse.Body {
        do {
            return try file(of: id, "page-\(page).png", for: lease)
        } catch let error as StationError where page == 1 && error.status == 404 {
            return try file(of: id, "page.png", for: lease)
        }
    }

    private static func unknown(_ id: String) -> StationError {
        StationError(
            .unknownSheet, "this sheet or page is not known",
            why: "none was made under \"\(id.prefix(40))\", "
                + "or it was made more than a day ago", next: "make it again: POST /v1/batches/NAME/sheets")
    }

    /// Removes what is old, and the oldest of too many.
    private func tidy() throws {
        let files = FileManager.default
        let sheets = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name -> (String, Date)? in
            let path = "\(folder)/\(name)"
            return (try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date).map { (path, $0) }
        }.sorted { $0.1 > $1.1 }
        for (index, (path, time)) in sheets.enumerated()
        where index >= Limits.kept || -time.timeIntervalSinceNow > Limits.age {
            try? files.removeItem(atPath: path)
        }
    }
}
