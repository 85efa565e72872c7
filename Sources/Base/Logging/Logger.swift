/// Writes log lines under one label, in the shape of swift-log.
///
/// A value: a copy with another level or more metadata leaves the original as it was. A program makes one at its
/// start, sets its level, and hands it on with `named(_:)`.
public struct Logger: Sendable {
    /// Facts beside the message. Values may come from outside; they are escaped when a line is written.
    public typealias Metadata = [String: String]

    /// Which part of the program speaks.
    public let label: String
    /// Lines below this level are not made.
    public var logLevel: Level
    /// Facts that every line of this logger carries.
    public var metadata: Metadata = [:]
    private let handler: any LogHandler

    /// A logger that writes to standard error by default.
    public init(
        label: String, level: Level = .info, handler: any LogHandler = DescriptorLogHandler.standardError
    ) {
        self.label = label
        self.logLevel = level
        self.handler = handler
    }

    /// One fact that every line carries.
    public subscript(metadataKey key: String) -> String? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// The same handler, level and metadata under another label.
    public func named(_ label: String) -> Logger {
        var logger = Logger(label: label, level: logLevel, handler: handler)
        logger.metadata = metadata
        return logger
    }

    /// Writes one line. Message and metadata are not even made when the level is below `logLevel`; metadata given
    /// here wins over the logger's own.
    public func log(
        level: Level, _ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]
    ) {
        guard level >= logLevel else { return }
        handler.log(
            LogRecord(
                level: level,
                label: label,
                message: message(),
                metadata: self.metadata.merging(metadata()) { _, given in given }))
    }
}
