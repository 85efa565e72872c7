import ReaderEmulator

/// The emulated reader with its console.
struct Program {
    private let reader: EmulatedReader
    private let server: ConsoleServer

    init(link: String?, control: String?) throws(EmulatorError) {
        TerminationSignals.hold()
        let reader = try EmulatedReader(link: link)
        let console = EmulatorConsole(reader: reader, announce: ConsoleServer.print)
        let server = try ConsoleServer(console: console, controlSocket: control)
        try TerminationSignals.handle { [weak server] in server?.stop() }
        self.reader = reader
        self.server = server
    }

    /// Serves until it is told to end.
    func run() {
        ConsoleServer.print("connection pn532_uart:\(reader.path ?? "")")
        server.run()
        reader.stop()
    }
}
