import Foundation
import Glibc
import Synchronization
import TestBench
import Testing
import UnixSystem

/// A message bus of a test's own with systemd's part of it that a station asks: in which unit a process runs. The bus is
/// Debian's `dbus-daemon`; the answers are python-dbusmock's, in systemd's names and paths.
///
/// A process is in a unit from before its program begins, as with systemd.
final class MockSystemd: Sendable {
    let folder: TemporaryFolder
    private let bus = Mutex<RunningProgram?>(nil)

    /// Debian's Python: the modules are Debian packages.
    private static let python = "/usr/bin/python3"

    static let canRun: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: python)
        process.arguments = ["-c", "import dbusmock"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// What a daemon must have in its environment to ask here.
    var environment: [String: String] { ["DBUS_SYSTEM_BUS_ADDRESS": address] }
    private var address: String { "unix:path=\(folder["bus"])" }
    private var units: String { folder["units"] }

    init() async throws {
        folder = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: folder["units"], withIntermediateDirectories: true)
        let template = try folder.write(Self.template, to: "systemd1.py")
        try FileManager.default.createDirectory(atPath: folder["services"], withIntermediateDirectories: true)
        try folder.write(
            """
            [D-BUS Service]
            Name=org.freedesktop.systemd1
            Exec=/usr/bin/env DBUS_SYSTEM_BUS_ADDRESS=unix:path=\(folder["bus"]) UNITS=\(folder["units"]) \
            \(Self.python) -m dbusmock --template \(template)
            """, to: "services/systemd1.service")
        try folder.write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
              "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig><type>session</type><listen>unix:path=\(folder["bus"])</listen><auth>EXTERNAL</auth>
            <servicedir>\(folder["services"])</servicedir><policy context="default"><allow own="*"/>
            <allow send_destination="*"/><allow receive_sender="*"/></policy></busconfig>
            """, to: "bus.conf")
        try await start()
    }

    /// Starts the bus, and waits until the manager answers.
    func start() async throws {
        let bus = try RunningProgram(
            path: "dbus-daemon",
            ["--config-file=\(folder["bus.conf"])", "--nofork", "--nopidfile", "--print-address=1"])
        self.bus.withLock { $0 = bus }
        guard await bus.output.comes("unix:") else { throw MockFailure.noBus(bus.errors.text) }
        // The first question starts the manager.
        let answer = try await ask(about: 1)
        guard answer.errors.contains("does not belong to any") else { throw MockFailure.noManager("\(answer)") }
    }

    enum MockFailure: Error {
        case noBus(String)
        case noManager(String)
    }

    private func ask(about process: Int32) async throws -> RunningProgram.Ending {
        try await RunningProgram(
            path: "busctl",
            [
                "--address=\(address)", "call", "org.freedesktop.systemd1", "/org/freedesktop/systemd1",
                "org.freedesktop.systemd1.Manager", "GetUnitByPID", "u", "\(process)",
            ]
        ).wait()
    }

    /// Ends the bus, and the manager with it.
    func stop() async {
        guard let bus = bus.withLock({ $0.take() }) else { return }
        bus.process.kill()
        _ = await bus.process.wait()
        unlink(folder["bus"])
    }

    /// Puts this process, the test's own, into a unit.
    func put(thisProcessInto unit: String) throws {
        try folder.write(unit, to: "units/\(getpid())")
    }

    /// Starts a program in a unit.
    func start(
        _ program: BuiltProgram, _ arguments: [String], in unit: String, environment: [String: String] = [:]
    ) throws -> RunningProgram {
        try RunningProgram(
            path: "/bin/sh",
            ["-c", "printf '%s' '\(unit)' > '\(units)'/$$ && exec \"$@\"", "sh", program.path] + arguments,
            environment: environment)
    }

    private static let template = """
        import os
        import dbus
        BUS_NAME = 'org.freedesktop.systemd1'
        MAIN_OBJ = '/org/freedesktop/systemd1'
        MAIN_IFACE = BUS_NAME + '.Manager'
        SYSTEM_BUS = True

        def load(mock, parameters):
            pass

        def encoded(name):
            whole = lambda place, byte: chr(byte).isascii() and chr(byte).isalnum() and not (place == 0 and chr(byte).isdigit())
            return ''.join(chr(b) if whole(i, b) else '_%02x' % b for i, b in enumerate(name.encode()))

        @dbus.service.method(MAIN_IFACE, in_signature='u', out_signature='o')
        def GetUnitByPID(self, process):
            try:
                unit = open(os.path.join(os.environ['UNITS'], str(int(process)))).read()
            except FileNotFoundError:
                raise dbus.exceptions.DBusException(
                    'PID %d does not belong to any loaded unit.' % process, name=BUS_NAME + '.NoUnitForPID')
            return dbus.ObjectPath('/org/freedesktop/systemd1/unit/' + encoded(unit))
        """
}

extension Trait where Self == ConditionTrait {
    /// Skips a test where no service manager can be played; in CI it must be.
    static var needsMockSystemd: ConditionTrait {
        .enabled(
            if: MockSystemd.canRun || ProcessInfo.processInfo.environment["CI"] != nil,
            "the package python3-dbusmock is not installed")
    }
}
