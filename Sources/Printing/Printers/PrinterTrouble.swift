/// Why a job waits, and what to do about it at the printer.
struct PrinterTrouble: Equatable, Sendable {
    let reason: String
    let next: String

    /// What a printer says of itself (RFC 8011, 5.4.12), or of a job (5.3.8); nil for what stops nothing.
    init?(keyword: String) {
        let isWarning = keyword.hasSuffix("-report") || keyword.hasSuffix("-warning")
        switch keyword.replacing(#/-(error|warning|report)$/#, with: "") {
        case "media-empty", "media-needed":
            self.init("the printer is out of paper", "put labels in")
        case "media-jam": self.init("paper is jammed", "clear the printer, then count the labels that came out")
        case "door-open", "cover-open", "interlock-open": self.init("the printer is open", "close it")
        case "input-tray-missing": self.init("the printer's tray is missing", "push the tray in")
        case "toner-empty", "marker-supply-empty":
            self.init("the printer is out of ink or toner", "change the cartridge")
        case "marker-waste-full": self.init("the printer's waste container is full", "empty it")
        case "output-area-full": self.init("the printer's output is full", "take the sheets out")
        case "paused", "moving-to-paused", "printer-stopped", "printer-stopped-partly":
            self.init("the printer is stopped", "start it at its panel, or on a CUPS queue: cupsenable PRINTER")
        case "offline", "connecting-to-device", "timed-out", "connecting-to-printer":
            self = .silent
        case "job-hold-until-specified", "job-held-on-create": self = .held
        case "cups-held-for-authentication":
            self.init("the printer wants a name and a password", "give them in CUPS' list of jobs")
        case "resources-are-not-ready": self.init("the printer lacks what the job needs", "see its panel")
        case "spool-area-full": self.init("the printer's memory is full", "let it finish other jobs")
        case "other" where !isWarning: self.init("the printer says that something is wrong", "see its panel")
        case let unknown where keyword.hasSuffix("-error"): self.init("the printer says \(unknown)", "see its panel")
        default: return nil
        }
    }

    private init(_ reason: String, _ next: String) {
        self.reason = reason
        self.next = next
    }

    static let silent = PrinterTrouble("the printer does not answer", "switch it on and check its cable or network")
    static let held = PrinterTrouble("the job is held", "let it go in the printer's queue")
    /// For a printer that says it is stopped and not why (printer-state 5).
    static let stopped = PrinterTrouble("the printer is stopped", "see its panel, or: lpstat -p")
}
