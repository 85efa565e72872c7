import ReaderEmulator

/// The emulated reader with its console.
struct EmulatorProgram {
    private let reader: any PluggableReader
    /// Kept while the reader is in it.
    private let testbed: USBTestbed?
    private let server: ConsoleServer

    init(_ call: EmulatorOptions) throws(EmulatorError) {
        TerminationSignals.hold()
        let reader: any PluggableReader
        switch call.model {
        case nil:
            testbed = nil
            reader = try EmulatedReader(link: call.link)
        case let model?:
            let testbed = try USBTestbed(folder: call.testbed)
            self.testbed = testbed
            reader = try EmulatedUSBReader(model, on: testbed, port: call.port ?? "1-1")
        }
        let console = EmulatorConsole(
            reader: reader, serialNumbers: call.series ?? .random(), announce: ConsoleServer.print)
        let server = try ConsoleServer(console: console, controlSocket: call.control)
        try TerminationSignals.handle { [weak server] in server?.stop() }
        self.reader = reader
        self.server = server
    }

    /// Serves until it is asked to end.
    func run() {
        ConsoleServer.print(
            "connection \((reader as? EmulatedReader)?.path.map { "pn532_uart:\($0)" } ?? reader.connectionString ?? "")"
        )
        if let testbed {
            let settings = testbed.environment.sorted { $0.key > $1.key }.map { "\($0.key)=\($0.value)" }
            ConsoleServer.print("environment \(settings.joined(separator: " "))")
        }
        server.run()
        reader.stop()
    }
}
