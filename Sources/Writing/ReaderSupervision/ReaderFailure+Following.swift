internal import Faults
internal import ReaderProtocol

extension ReaderFailure {
    /// What a worker's word means after the one of the worker before it. pcscd keeps a reader for a worker that has ended in the
    /// middle of a command until the reader answers. No other program has it.
    func following(_ previous: ReaderFailure?, reader: String) -> ReaderFailure {
        let hung: Set = ["reader-hung", "reader-stuck"]
        guard code == "reader-held", let previous, hung.contains(previous.code.rawValue) else { return self }
        return ReaderFailure(
            code: "reader-stuck", message: "reader \(reader) is stuck",
            reason: "it has not answered a command, and pcscd waits for it, for up to 201 s",
            next: "unplug it and plug it in, or restart pcscd with: systemctl restart pcscd.service")
    }
}
