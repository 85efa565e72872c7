import Faults
import Foundation
import Labels
import Printers
import Testing

@Suite(.serialized) struct PrintJobTests {
    /// A sheet of two labels on a stock, as a file.
    private static func sheet(_ part: String, in folder: URL) async throws -> (path: String, stock: LabelStock) {
        let stock = try LabelStock.builtIn(part)
        let labels = (1...2).map {
            LabelContent(
                url: "https://ex.am/s/\($0)", tag: "T-\($0)", store: "s", storeName: "Store", placement: "Counter")
        }
        let sheet = try Sheet(
            labels, on: stock, settings: SheetSettings(job: "test", software: "Waymark", createdAt: 0))
        let path = folder.appending(path: "\(part).pdf").path
        let finished = try await sheet.make([.pdf(path: path)])
        try finished.publish()
        return (path, stock)
    }

    private static func job(_ sheet: (path: String, stock: LabelStock)) -> PrintJob {
        PrintJob(
            name: "test", path: sheet.path, paper: (sheet.stock.row.pageWidth, sheet.stock.row.pageHeight))
    }

    @Test(.enabled(if: VirtualPrinter.obstacle == nil, "\(VirtualPrinter.obstacle ?? "")"), .timeLimit(.minutes(10)))
    func `a sheet reaches the printer byte for byte, and paper it does not have is refused before`() async throws {
        let printer = try await VirtualPrinter()
        let result = await Result { try await Self.print(on: printer) }
        await printer.stop()
        try result.get()
    }

    private static func print(on printer: VirtualPrinter) async throws {
        for part in ["22805", "L7120"] {
            let sheet = try await sheet(part, in: printer.folder)
            let printed = try await job(sheet).print(on: printer.uri)
            #expect(printed.printer == printer.uri)
            #expect(printed.number > 0)
            #expect(try printer.printed().contains(Data(contentsOf: URL(fileURLWithPath: sheet.path))))
        }
        var job = job(try await sheet("22805", in: printer.folder))
        job.paper = (1_189_000, 841_000)
        let tooLarge = job
        // The virtual printer is one with black alone.
        var coloured = Self.job(try await sheet("22805", in: printer.folder))
        coloured.needsColour = true
        let (inColour, printerURI) = (coloured, printer.uri)
        let grey = await #expect(throws: PrintingError.self) { try await inColour.print(on: printerURI) }
        #expect(grey?.code == .unsuitable)
        #expect(grey?.reason == "it prints no colours, and these codes do not scan in grey")
        let uri = printer.uri
        let error = await #expect(throws: PrintingError.self) { try await tooLarge.print(on: uri) }
        #expect(error?.code == .unsuitable)
        #expect(error?.reason == "it has no paper of 1189 x 841 mm")
    }

    /// The printer's command waits for paper; paper comes when the trouble has been reported.
    @Test(
        .enabled(if: VirtualPrinter.obstacle == nil, "\(VirtualPrinter.obstacle ?? "")"), .timeLimit(.minutes(10)),
        arguments: [
            ("media-empty", "the printer is out of paper", "put labels in"),
            ("paused", "the printer is stopped", "start it at its panel, or on a CUPS queue: cupsenable PRINTER"),
        ])
    func `a printer that cannot go on says why and what to do, and the job waits`(
        keyword: String, reason: String, next: String
    ) async throws {
        let printer = try await VirtualPrinter { folder in
            """
            echo "STATE: +\(keyword)" >&2
            while [ ! -e "\(folder.path)/paper" ]; do sleep 0.1; done
            echo "STATE: -\(keyword)" >&2
            while [ ! -e "\(folder.path)/seen" ]; do sleep 0.1; done
            """
        }
        let result = await Result {
            let job = Self.job(try await Self.sheet("22805", in: printer.folder))
            var said: [String] = []
            let printed = try await job.print(on: printer.uri) { words in
                said.append(words)
                let file = words.contains("waits") ? "paper" : "seen"
                try? Data().write(to: printer.folder.appending(path: file))
            }
            #expect(
                said == [
                    "job \(printed.number) waits: \(reason)\n  next: \(next); then it continues by itself",
                    "job \(printed.number) continues",
                ])
        }
        await printer.stop()
        try result.get()
    }

    @Test(.enabled(if: VirtualPrinter.obstacle == nil, "\(VirtualPrinter.obstacle ?? "")"), .timeLimit(.minutes(10)))
    func `a job that the printer gives up was not printed`() async throws {
        let printer = try await VirtualPrinter { _ in "exit 1" }
        let uri = printer.uri
        let result = await Result {
            let job = Self.job(try await Self.sheet("22805", in: printer.folder))
            let error = await #expect(throws: PrintingError.self) { try await job.print(on: uri) }
            #expect(error?.code == .notPrinted)
            #expect(error?.next == "see what came out; print the rest with --start")
        }
        await printer.stop()
        try result.get()
    }

    @Test(.enabled(if: PrivateCUPS.obstacle == nil, "\(PrivateCUPS.obstacle ?? "")"), .timeLimit(.minutes(10)))
    func `a queue that CUPS stopped holds the job, and one that rejects takes none`() async throws {
        let cups = try await PrivateCUPS()
        let uri = cups.uri
        let folder = FileManager.default.temporaryDirectory.appending(path: "sheet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let result = await Result {
            let job = Self.job(try await Self.sheet("22805", in: folder))
            try await cups.order("cupsdisable", "labels")
            let (words, said) = AsyncStream.makeStream(of: String.self)
            async let printed = job.print(on: uri) { said.yield($0) }
            var heard = words.makeAsyncIterator()
            #expect(
                await heard.next()
                    == """
                    job 1 waits: the printer is stopped
                      next: start it at its panel, or on a CUPS queue: cupsenable PRINTER; then it continues by itself
                    """)
            try await cups.order("cupsenable", "labels")
            #expect(try await printed.number == 1)
            try await cups.order("cupsreject", "labels")
            let error = await #expect(throws: PrintingError.self) { try await job.print(on: uri) }
            #expect(error?.code == .unsuitable)
            #expect(error?.reason == "it takes no jobs")
        }
        await cups.stop()
        try result.get()
    }

    @Test func `a printer that is not there is named`() async throws {
        let job = PrintJob(name: "test", path: "/dev/null", paper: (215_900, 279_400))
        let unknown = await #expect(throws: PrintingError.self) { try await job.print(on: "no-such-printer") }
        #expect(unknown?.code == .printerUnknown)
        #expect(unknown?.message == "cannot print on no-such-printer")
        let odd = await #expect(throws: PrintingError.self) { try await job.print(on: "file:///etc/passwd") }
        #expect(odd?.code == .printerUnknown)
        // Port 1 is nobody's.
        let silent = await #expect(throws: PrintingError.self) {
            try await job.print(on: "ipp://127.0.0.1:1/ipp/print")
        }
        #expect(silent?.code == .unreachable)
    }
}

extension Result where Failure == any Error {
    /// The result of an asynchronous body.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
