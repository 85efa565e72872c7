import Glibc
import Synchronization

/// A reader on a USB that does not exist. Unmodified libnfc, or unmodified pcscd with its driver and libusb, opens it in
/// a program that runs in the testbed's environment.
public final class EmulatedUSBReader: PluggableReader {
    /// What the reader is.
    public let model: USBReaderModel

    private let testbed: USBTestbed
    private let state: Mutex<State>

    private struct State {
        var antenna = Antenna(isFieldOn: false)
        /// Commands that were refused before the last plug.
        var refusedBefore: [[UInt8]] = []
        /// What was on air before the counting of the traffic began.
        var uncounted = Duration.zero
        var port: USBPort
        var plugged: Plugged?
        /// Servers of unplugged devices; each serves on while a program has its node open.
        var servers: [NodeServer] = []
        var isStopped = false
    }

    private struct Plugged {
        let device: EmulatedDevice
        let system: SystemDevice
        let server: NodeServer
    }

    /// Makes a reader and plugs it into a port of the testbed, like `1-1.3`: bus 1, port 3 of the hub at port 1.
    public init(_ model: USBReaderModel, on testbed: USBTestbed, port: String = "1-1") throws(EmulatorError) {
        self.model = model
        self.testbed = testbed
        state = Mutex(State(port: try USBPort(port)))
        try plug()
    }

    deinit { stop() }

    public var antenna: Antenna { state.withLock { $0.antenna } }

    /// Gives a smart-card reader another antenna in the middle of its work, with what is on it and is to go wrong there.
    public func mount(_ antenna: Antenna) {
        state.withLock { $0.antenna = antenna }
        device?.mount(antenna)
    }

    /// libnfc's, of which bus and device number change with every plug, or `pcsc:` and the port.
    public var connectionString: String? {
        state.withLock { state in
            state.plugged.map { plugged in
                if model.isForPCSC { return "\(model.driver):\(plugged.system.port.name)" }
                let bus = USBTestbed.threeDigits(plugged.system.port.bus)
                return "\(model.driver):\(bus):\(USBTestbed.threeDigits(plugged.system.number))"
            }
        }
    }

    /// The port where the reader is, or was last.
    public var port: String { state.withLock { $0.port.name } }

    /// How many transfers programs have sent to the reader since it was plugged in.
    public var transfersHeard: Int { device?.transfersHeard ?? 0 }

    /// What went over the bus and the air since the last reset, where it is a smart-card reader.
    public var traffic: CardReaderTraffic {
        var traffic = device?.traffic ?? CardReaderTraffic()
        traffic.airTime = antenna.airTime - state.withLock { $0.uncounted }
        return traffic
    }

    /// Counts from zero again.
    public func resetTraffic() {
        device?.resetTraffic()
        let airTime = antenna.airTime
        state.withLock { $0.uncounted = airTime }
    }

    /// Commands that programs sent to the reader and no reader of its family takes, where it is a smart-card reader.
    public var refusedCommands: [[UInt8]] {
        state.withLock { $0.refusedBefore + ($0.plugged?.device.refusedCommands ?? []) }
    }

    /// How often programs have reset the reader since it was plugged in.
    public var resetsHeard: Int { device?.resetsHeard ?? 0 }

    /// Gives the reader to a driver of the kernel, by its name, or with `usbfs` to another program; nil takes it away
    /// again. No other program can claim it meanwhile, which does not keep programs from resetting it.
    public func hold(by driver: String?) { device?.hold(by: driver) }

    var device: EmulatedDevice? { state.withLock { $0.plugged?.device } }

    /// Pulls the cable: who has the reader open gets "no such device" for everything from then on, even in the middle
    /// of a transfer.
    public func unplug() {
        let plugged = state.withLock { $0.plugged.take() }
        guard let plugged else { return }
        let refused = plugged.device.refusedCommands
        state.withLock { $0.refusedBefore += refused }
        plugged.device.pullCable()
        plugged.server.close()
        plugged.system.disappear(from: testbed.folder)
        antenna.switchField(on: false)
        testbed.announce("remove", plugged.system)
    }

    public func plug(into port: String?) throws(EmulatorError) {
        unplug()
        let place = try port.map { name throws(EmulatorError) in try USBPort(name) } ?? state.withLock { $0.port }
        guard !state.withLock({ $0.isStopped }) else { return }
        let number = try testbed.takeNumber(bus: place.bus)
        let device = EmulatedDevice(model: model, number: number, antenna: antenna)
        let system = SystemDevice(model: model, port: place, number: number)
        let folder = testbed.folder
        for name in ["dev", "ioctl/dev"] {
            try folder.makeFolder("\(name)/bus/usb/\(USBTestbed.threeDigits(place.bus))")
        }
        let server = try NodeServer(path: folder["ioctl/dev/\(system.node)"]) { OpenNode(device) }
        try system.appear(in: folder)
        state.withLock { state in
            state.port = place
            state.plugged = Plugged(device: device, system: system, server: server)
            state.servers.append(server)
        }
        testbed.announce("add", system)
    }

    public func schedule(_ fault: LineFault, at n: Int) { device?.schedule(fault, at: n) }

    public func hang() { device?.hang() }

    /// Lets the n-th transfer to the host from now fail on the cable (EPROTO). What it carried is lost.
    public func failTransfer(at n: Int) { device?.failTransfer(at: n) }

    /// Loses the next n times that the reader says by itself that a tag has come or gone. The host never hears of them.
    public func loseSlotChanges(_ n: Int) { device?.loseInterrupts(n) }

    /// How many of them are still to be lost.
    public var slotChangesToLose: Int { device?.interruptsToLose ?? 0 }

    /// Another program resets the reader: it starts again, and the claim of the other program is gone.
    public func resetByAnother() { device?.reset() }

    /// Unplugs the reader for good. Programs that still have it open are aborted by the preload library: end them
    /// first.
    public func stop() {
        state.withLock { $0.isStopped = true }
        unplug()
        let servers = state.withLock { state in
            defer { state.servers = [] }
            return state.servers
        }
        for server in servers { server.stop() }
    }
}
