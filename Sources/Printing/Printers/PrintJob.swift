import CCUPS
internal import Faults
import Glibc

/// A PDF on its way to paper at 100 %.
package struct PrintJob: Sendable {
    /// What a person at the printer sees as the job's name.
    package var name: String
    /// The file, a PDF.
    package var path: String
    /// The paper's size in micrometres.
    package var paper: (width: Int, height: Int)
    /// Whether it must not come out in grey.
    package var needsColour: Bool
    /// How long the printer may fail to say how far the job is.
    package var patience = Duration.seconds(60)

    package init(name: String, path: String, paper: (width: Int, height: Int), needsColour: Bool = false) {
        self.name = name
        self.path = path
        self.paper = paper
        self.needsColour = needsColour
    }

    /// Prints on a printer that CUPS knows by name, or at an `ipp://` address, and returns when the last page is
    /// out. `report` gets messages about the progress, such as that paper is missing.
    ///
    /// Throws when the printer is not there, does not take a PDF of this size, ends the job unprinted, or does not say
    /// what became of it. Missing paper is not an error: the job waits for it.
    package func print(on printer: String, report: (String) -> Void = { _ in }) async throws -> PrintedJob {
        let address = try PrinterAddress.find(printer)
        let connection = try IPPConnection(to: address, printer: printer)
        try checkSuitable(connection)
        let answer = try connection.answer(to: request(connection), file: path)
        guard let job = answer.integer("job-id") else {
            throw PrintingError(
                code: .refused, message: "printer \(printer) took no job", reason: "it gave it no number",
                next: "see its own panel or page")
        }
        let ignored = answer.unsupported().filter { Self.scale.contains($0) }
        if !ignored.isEmpty { report("the printer ignores \(ignored.joined(separator: ", ")): check the scale") }
        try await follow(Int32(job), over: connection, report)
        return PrintedJob(printer: address.uri, number: job)
    }

    /// What makes it come out at 100 %.
    private static let scale: Set<String> = ["print-scaling", "media-col"]

    private func request(_ connection: borrowing IPPConnection) -> IPPMessage {
        let message = connection.request(IPP_OP_PRINT_JOB)
        message.add(IPP_TAG_OPERATION, IPP_TAG_NAME, named: "job-name", text: name)
        message.add(IPP_TAG_OPERATION, IPP_TAG_MIMETYPE, named: "document-format", text: "application/pdf")
        message.add(IPP_TAG_JOB, IPP_TAG_KEYWORD, named: "print-scaling", text: "none")
        message.add(IPP_TAG_JOB, IPP_TAG_KEYWORD, named: "sides", text: "one-sided")
        // A queue may have other defaults: two copies of each label, four pages on a sheet, a banner on a sheet of labels
        // (lpadmin -o number-up-default=4).
        message.add(IPP_TAG_JOB, IPP_TAG_INTEGER, named: "copies", integer: 1)
        message.add(IPP_TAG_JOB, IPP_TAG_INTEGER, named: "number-up", integer: 1)
        message.add(IPP_TAG_JOB, IPP_TAG_KEYWORD, named: "job-sheets", text: "none")
        message.addMedia(width: Int32(paper.width / 10), height: Int32(paper.height / 10))
        return message
    }

    /// A printer that does not say what it takes is tried.
    private func checkSuitable(_ connection: borrowing IPPConnection) throws(PrintingError) {
        let answer = try connection.answer(to: connection.request(IPP_OP_GET_PRINTER_ATTRIBUTES))
        guard answer.integer("printer-is-accepting-jobs") != 0 else {
            throw unsuitable(
                connection.printer, "it takes no jobs", next: "let it take them: cupsaccept \(connection.printer)")
        }
        let formats = answer.strings("document-format-supported")
        guard formats.isEmpty || formats.contains("application/pdf") else {
            throw unsuitable(connection.printer, "it does not take PDF", next: "print through a CUPS queue: lpadmin")
        }
        if needsColour, answer.integer("color-supported") == 0 {
            throw unsuitable(
                connection.printer, "it prints no colours, and these codes do not scan in grey",
                next: "choose a printer with colours, or ask Apple's generator for codes in black and white")
        }
        let sizes = answer.sizes("media-size-supported")
        let (width, height) = (paper.width / 10, paper.height / 10)
        // Sizes in inches are rounded to hundredths of millimetres in more than one way.
        let fits = sizes.contains { size in
            (size.width.lowerBound - 10...size.width.upperBound + 10).contains(width)
                && (size.height.lowerBound - 10...size.height.upperBound + 10).contains(height)
        }
        guard sizes.isEmpty || fits else {
            throw unsuitable(
                connection.printer, "it has no paper of \(paper.width / 1_000) x \(paper.height / 1_000) mm",
                next: "choose another printer or another stock")
        }
    }

    private func unsuitable(_ printer: String, _ reason: String, next: String) -> PrintingError {
        PrintingError(code: .unsuitable, message: "printer \(printer) cannot print it", reason: reason, next: next)
    }
}

/// A job that came out.
package struct PrintedJob: Sendable, Equatable {
    /// The printer's URI.
    package let printer: String
    /// The job's number there.
    package let number: Int
}
