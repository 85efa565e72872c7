/// Where log lines go. Called from any thread, several at once.
public protocol LogHandler: Sendable {
    func log(_ record: LogRecord)
}
