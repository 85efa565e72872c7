extension Logger {
    /// Steps that only developers of the code need.
    public func trace(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]) {
        log(level: .trace, message(), metadata: metadata())
    }

    /// Messages of libraries, for troubleshooting; off by default.
    public func debug(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]) {
        log(level: .debug, message(), metadata: metadata())
    }

    /// The ordinary course of things.
    public func info(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]) {
        log(level: .info, message(), metadata: metadata())
    }

    /// Normal but worth seeing: started, stopped, a reader came or went.
    public func notice(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]) {
        log(level: .notice, message(), metadata: metadata())
    }

    /// Something was wrong and work continues.
    public func warning(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]) {
        log(level: .warning, message(), metadata: metadata())
    }

    /// Something that was asked for did not happen.
    public func error(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]) {
        log(level: .error, message(), metadata: metadata())
    }

    /// The program cannot do its work.
    public func critical(_ message: @autoclosure () -> String, metadata: @autoclosure () -> Metadata = [:]) {
        log(level: .critical, message(), metadata: metadata())
    }
}
