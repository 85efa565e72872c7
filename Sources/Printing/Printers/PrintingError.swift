package import Faults

/// Why a sheet did not come out of a printer.
package typealias PrintingError = Fault<PrintingFaultCode>

package enum PrintingFaultCode: String, FaultCode, CaseIterable {
    /// No printer has this name.
    case printerUnknown = "printer-unknown"
    /// The printer, or the CUPS server, does not answer.
    case unreachable
    /// The printer does not take PDF, or not this size of paper.
    case unsuitable
    /// The printer refused the job.
    case refused = "print-job-refused"
    /// The job ended without being printed.
    case notPrinted = "not-printed"
    /// The job may have been printed: the printer does not say.
    case uncertain = "print-uncertain"
}
