import Glibc
import Synchronization

/// A PN532 on a serial port that does not exist: a chip behind a pseudo-terminal, with an antenna to put tags on.
/// Unmodified libnfc opens it by its connection string. Every member may be called from any thread, but not from an
/// observer of the antenna.
///
///     let reader = try EmulatedReader()
///     reader.antenna.insert(Type2Tag(.ntag213, uid: Type2Tag.uid(numbered: 1)))
///     // nfc_open(context, reader.connectionString)
///     reader.stop()
public final class EmulatedReader: PluggableReader {
    /// The reader's antenna: tags, faults, counts.
    public let antenna: Antenna

    private let port: SerialPort
    private let thread: Mutex<WorkerThread?>
    private let terminalPath: Mutex<String?>
    private let link: TerminalLink?

    /// Makes a reader and plugs it in.
    ///
    /// With `link`, a symbolic link there leads to the terminal and follows it through `unplug` and `plug`. A link
    /// that is there already is replaced, anything else is not.
    ///
    /// With `imposesTiming`, answers come as late as they would from a real reader at 115 200 bits a second.
    public init(link: String? = nil, imposesTiming: Bool = false) throws(EmulatorError) {
        let antenna = Antenna(isFieldOn: false)
        let port = try SerialPort(antenna, imposingTiming: imposesTiming)
        antenna.observe { [weak port] event in
            if event == .inserted { port?.tagCame() }
        }
        self.antenna = antenna
        self.port = port
        self.link = link.map(TerminalLink.init(path:))
        let path = try port.plug(PN532(antenna: antenna))
        terminalPath = Mutex(path)
        try self.link?.lead(to: path)
        thread = Mutex(try WorkerThread { port.run() })
    }

    deinit { stop() }

    /// Where the reader's serial port is now: `/dev/pts/` and a number. Nil while it is unplugged.
    public var path: String? { terminalPath.withLock { $0 } }

    /// What libnfc opens, by the link if there is one. Nil while the reader is unplugged.
    public var connectionString: String? {
        path.map { "pn532_uart:\(link?.path ?? $0)" }
    }

    /// Pulls the reader's cable: the port closes, and a program that has it open gets an input/output error. The tag
    /// stays where it is.
    public func unplug() {
        terminalPath.withLock { path in
            guard let terminal = path else { return }
            link?.remove(from: terminal)
            port.unplug()
            antenna.switchField(on: false)
            path = nil
        }
    }

    /// Plugs the reader in again, as a new port with a freshly powered chip. A reader that is plugged in is
    /// unplugged first. A serial port cannot be chosen.
    public func plug(into usbPort: String?) throws(EmulatorError) {
        guard usbPort == nil else {
            throw EmulatorError(
                code: .port, message: "cannot choose a port", reason: "this reader is on a serial line",
                next: "leave the port out")
        }
        unplug()
        guard thread.withLock({ $0 != nil }) else { return }
        let newPath = try port.plug(PN532(antenna: antenna))
        terminalPath.withLock { $0 = newPath }
        try link?.lead(to: newPath)
    }

    public func schedule(_ fault: LineFault, at n: Int) { port.schedule(fault, at: n) }

    /// What went over the line since the beginning or the last reset.
    public var traffic: LineTraffic { port.traffic }

    public func resetTraffic() { port.resetTraffic() }

    public func hang() { port.hang() }

    /// Unplugs the reader for good and ends its thread. Further calls do nothing.
    public func stop() {
        guard let thread = thread.withLock({ $0.take() }) else { return }
        unplug()
        port.stop()
        thread.join()
    }
}
