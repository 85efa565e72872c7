internal import API
internal import Foundation
internal import Glibc
internal import HTTPServer
internal import Registry
internal import UnixSystem

/// Makes sheets with `waymark sheet`, one at a time, as a process of its own with limits: what draws, sets type and
/// reads fonts stays out of the daemon, and cannot take it along.
public actor SheetWorkshop {
    /// What the program may use.
    private enum Limits {
        static let time = Duration.seconds(120)
        static let memory: UInt = 4 << 30
        static let file: UInt = 1 << 30
        /// Sheets that are kept.
        static let kept = 50
        /// For how long, in seconds.
        static let age = 86_400.0
        /// Sheets that may wait for another one.
        static let waiting = 4
    }

    private let program: String
    private let folder: String
    private var isBusy = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// `program`: `waymark`. `folder`: where sheets are kept for a day; it is made when it is needed.
    public init(program: String, folder: String) {
        self.program = program
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
        try await enter()
        defer { leave() }
        try tidy()
        let id = String(UInt64.random(in: .min ... .max), radix: 16)
        let place = "\(folder)/\(id)"
        try FileManager.default.createDirectory(
            atPath: place, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        do {
            // The file's name is the job's, which is printed at the margin.
            let file = "\(place)/\(batch.text.replacing("/", with: "_").replacing("\0", with: "_")).csv"
            try File.writeAtomically(SheetTables.batch(tags), to: file)
            try File.writeAtomically(SheetTables.stores(stores), to: "\(place)/stores.csv")
            let isPreview = request.preview ?? false
            let report = try await run(Self.arguments(request, file: file, in: place, isPreview: isPreview), in: place)
            let pdf = isPreview ? nil : try File.read("\(place)/sheet.pdf", limit: Int(Limits.file))
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
            "sheet", "--from=\(file)", "--stores=\(place)/stores.csv", "--stock=\(request.stock)", "--json",
            "--output=\(place)/page.png",
        ]
        if !isPreview { arguments.append("--output=\(place)/sheet.pdf") }
        if let start = request.start { arguments.append("--start=\(start)") }
        if let design = request.design { arguments.append("--design=\(design.rawValue)") }
        if let use = request.use { arguments.append("--use=\(use.rawValue)") }
        if let text = request.callToAction { arguments.append("--call-to-action=\(text)") }
        return arguments
    }

    private func run(_ arguments: [String], in place: String) async throws -> Report {
        let flags = O_WRONLY | O_CREAT | O_EXCL
        let output = try FileDescriptor.open("\(place)/output", flags: flags)
        let errors = try FileDescriptor.open("\(place)/errors", flags: flags)
        let process = try ChildProcess(
            program, arguments: arguments,
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "XDG_CACHE_HOME": folder],
            standardOutput: .descriptor(output.rawValue), standardError: .descriptor(errors.rawValue))
        process.limit(memory: Limits.memory, fileSize: Limits.file)
        let deadline = Task {
            try await Task.sleep(for: Limits.time)
            process.kill()
        }
        let status = await process.wait()
        deadline.cancel()
        guard status == .exited(0) else {
            throw Self.refusal(
                String(decoding: try File.read("\(place)/errors", limit: 1 << 20), as: UTF8.self), status)
        }
        return try JSONDecoder().decode(
            Answer.self, from: Data(try File.read("\(place)/output", limit: 256 << 20))
        ).sheet
    }

    /// The three lines of the program's own complaint.
    private static func refusal(_ text: String, _ status: ExitStatus) -> StationError {
        func line(_ beginning: String) -> String? {
            text.split(separator: "\n").first { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }
        }
        guard let message = line("error: "), let why = line("  why:  "), let next = line("  next: ") else {
            return StationError(
                500, "sheet-failed", "the sheet was not made", why: "waymark sheet ended with \(status)",
                next: "see the daemon's log, and try fewer labels at once")
        }
        return StationError(422, "sheet-refused", message, why: why, next: next)
    }

    // MARK: One at a time

    private func enter() async throws {
        guard isBusy else {
            isBusy = true
            return
        }
        guard waiting.count < Limits.waiting else {
            throw StationError(
                503, "too-many-sheets", "the sheet was not made", why: "\(waiting.count) others wait to be made",
                next: "try again in a minute")
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        if waiting.isEmpty { isBusy = false } else { waiting.removeFirst().resume() }
    }

    // MARK: What is kept

    /// A sheet's file: `sheet.pdf`, or a page's picture.
    nonisolated func file(of id: String, _ name: String) throws -> HTTPResponse.Body {
        // Identifiers are ours: anything else is no part of a path.
        guard id.utf8.count <= 16, id.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { throw Self.unknown(id) }
        do {
            let file = try FilePieces.of("\(folder)/\(id)/\(name)")
            return .file(length: file.length, file.pieces)
        } catch let error as SystemError {
            throw error.code == .notFound ? Self.unknown(id) : error
        }
    }

    /// The picture of a page: a sheet of one page has its picture under another name.
    nonisolated func picture(of id: String, page: Int) throws -> HTTPResponse.Body {
        do {
            return try file(of: id, "page-\(page).png")
        } catch let error as StationError where page == 1 && error.status == 404 {
            return try file(of: id, "page.png")
        }
    }

    private static func unknown(_ id: String) -> StationError {
        StationError(
            404, "unknown-sheet", "there is no such sheet or page",
            why: "none was made under \"\(id.prefix(40))\", "
                + "or it was made more than a day ago", next: "make it again: POST /v1/batches/NAME/sheets")
    }

    /// Removes what is old, and the oldest of too many.
    private func tidy() throws {
        let files = FileManager.default
        let sheets = ((try? files.contentsOfDirectory(atPath: folder)) ?? []).compactMap { name -> (String, Date)? in
            let path = "\(folder)/\(name)"
            guard name != "fontconfig", let time = try? files.attributesOfItem(atPath: path)[.modificationDate] as? Date
            else { return nil }
            return (path, time)
        }.sorted { $0.1 > $1.1 }
        for (index, (path, time)) in sheets.enumerated()
        where index >= Limits.kept || -time.timeIntervalSinceNow > Limits.age {
            try? files.removeItem(atPath: path)
        }
    }
}
