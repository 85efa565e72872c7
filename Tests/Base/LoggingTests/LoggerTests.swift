import Logging
import TestBench
import Testing

@Suite struct `A logger` {
    private let handler = CollectingLogHandler()

    @Test func `writes what is at or above its level and nothing below`() {
        var logger = Logger(label: "waymarkd", level: .warning, handler: handler)
        logger.notice("reader came")
        logger.warning("reader went")
        logger.critical("store is gone")
        logger.logLevel = .trace
        logger.trace("exchange 1")
        #expect(
            handler.lines == [
                "warning waymarkd: reader went", "critical waymarkd: store is gone",
                "trace waymarkd: exchange 1",
            ])
    }

    @Test func `has a method for each level`() {
        let logger = Logger(label: "a", level: .trace, handler: handler)
        logger.trace("")
        logger.debug("")
        logger.info("")
        logger.notice("")
        logger.warning("")
        logger.error("")
        logger.critical("")
        #expect(handler.records.map(\.level) == Logger.Level.allCases)
        #expect(Logger.Level.allCases.sorted() == Logger.Level.allCases)
    }

    @Test func `does not make a message that nobody will read`() {
        func message() -> String {
            Issue.record("the message was made")
            return ""
        }
        Logger(label: "a", handler: handler).debug(message())
    }

    @Test func `lets metadata of a line win over its own`() {
        var logger = Logger(label: "readers", handler: handler)
        logger[metadataKey: "reader"] = "bench-1"
        logger[metadataKey: "state"] = "idle"
        logger.info("state changed", metadata: ["state": "polling"])
        logger[metadataKey: "state"] = nil
        logger.info("gone")
        #expect(
            handler.lines == [
                "info readers: state changed reader=bench-1 state=polling",
                "info readers: gone reader=bench-1",
            ])
    }

    @Test func `hands its level and metadata on under another name`() {
        var logger = Logger(label: "waymarkd", level: .debug, handler: handler)
        logger[metadataKey: "station"] = "bench"
        var child = logger.named("waymarkd.readers")
        child[metadataKey: "reader"] = "r1"
        child.debug("polling")
        logger.debug("waiting")
        #expect(
            handler.lines == [
                "debug waymarkd.readers: polling reader=r1 station=bench",
                "debug waymarkd: waiting station=bench",
            ])
    }
}
