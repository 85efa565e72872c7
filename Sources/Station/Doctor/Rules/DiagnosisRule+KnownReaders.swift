internal import Faults
internal import ReaderProtocol

extension DiagnosisRule {
    /// Readers as the daemon knows them.
    static let knownReaders = [
        DiagnosisRule { picture in
            guard case .answered(_, _, let known, _) = picture.daemon else { return [] }
            let places = Set(known.map(\.connection))
            return picture.readers.compactMap { reader in
                let isForLibnfc = reader.kind.driver != nil
                guard isForLibnfc || reader.kind.cardReader != nil, reader.kernelDrivers.isEmpty,
                    places.isDisjoint(with: ["usb", "pcsc", "pcsc-plain"].map { "\($0):\(reader.port)" })
                else { return nil }
                return Diagnosis(
                    .readerNotAdded,
                    "the reader \(reader.kind.text) at USB port \(reader.port) is not part of the station",
                    why: "it was removed, or the station takes only readers that were added (usbReaders)",
                    next: "waymark reader add \(isForLibnfc ? "usb" : "pcsc"):\(reader.port)", port: reader.port)
            }
        },
        DiagnosisRule { picture in
            var first: [String: String] = [:]
            return picture.daemon.readers.compactMap { reader in
                let place = picture.place(of: reader)
                guard let other = first[place] else {
                    first[place] = reader.name
                    return nil
                }
                return Diagnosis(
                    .readerTwice, "readers \(other) and \(reader.name) are the same one",
                    why: "both are \(place)", next: "waymark reader remove \(reader.name)")
            }
        },
        // What the machine shows says more than what the worker met.
        DiagnosisRule { picture in
            let explained = Set(
                (usbReaders + cardReaders + serialPorts).flatMap { $0.check(picture) }
                    .filter { $0.severity == .critical }.compactMap(\.port))
            return picture.daemon.readers.compactMap { reader in
                guard let failure = reader.failure, !explained.contains(picture.place(of: reader)) else { return nil }
                let parts = reader.connection.split(separator: ":", maxSplits: 1).map(String.init)
                let port = ["usb", "pcsc", "pcsc-plain"].contains(parts.first) ? parts.last : nil
                let unit = parts.first == "usb" ? "waymark-reader" : "waymark-pcsc-reader"
                if failure.isHeld, parts.first == "usb" { return held(reader, failure, port: port, in: picture) }
                return Diagnosis(
                    .readerFailed, "reader \(reader.name): \(failure.message)", why: failure.reason,
                    next: mending(failure, unit: "\(unit)@\(port ?? "")"), port: port)
            }
        },
    ]

    /// What mends a reader's failure: the worker's own advice, unless that is to ask the doctor.
    private static func mending(_ failure: ReaderFailure, unit: String) -> String {
        switch failure.code {
        case "worker-missing": "sudo systemctl start \(unit); if it fails: journalctl -u \(unit) -n 20"
        // Its driver lists it, or there would be another finding.
        case "no-pcsc-driver":
            "sudo systemctl restart pcscd.service; if that does not help: sudo journalctl -u pcscd -n 20"
        default: failure.next
        }
    }

    /// Another program has a reader, as its worker has found, and the machine does not show which: other users' programs
    /// are seen by the superuser only.
    private static func held(
        _ reader: DaemonPicture.KnownReader, _ failure: ReaderFailure, port: String?, in picture: MachinePicture
    ) -> Diagnosis {
        let next =
            if picture.programs.running.contains("pcscd") {
                "if it is pcscd: \(leaveReaders)"
            } else if picture.accounts.seesEverything {
                "end it: it runs where this machine's processes are not shown, as in a container"
            } else {
                "see which program it is: sudo waymark doctor"
            }
        return Diagnosis(
            .readerHeld, "reader \(reader.name): \(failure.message)", why: failure.reason, next: next, port: port)
    }

    /// Serial ports with readers.
    static let serialPorts = [
        DiagnosisRule { picture in
            picture.portsWithReaders.compactMap { port, reader in
                guard let holder = port.holders.first(where: { $0.program != "waymark-reader" }) else { return nil }
                let services = ["gpsd": "gpsd.socket gpsd.service", "brltty": "brltty-udev.service brltty.service"]
                return Diagnosis(
                    .serialHeld, "reader \(reader.name) cannot be opened: \(holder.program) has \(port.path)",
                    why: "process \(holder.process) took the serial bridge for something else",
                    next: services[holder.program].map { "sudo systemctl mask --now \($0)" }
                        ?? "end it: sudo kill \(holder.process)", port: port.place)
            }
        },
        DiagnosisRule { picture in
            picture.portsWithReaders.compactMap { port, reader in
                let isRefused = ["no-permission", "no-such-port"].contains(reader.failure?.code)
                guard isRefused, port.holders.isEmpty, port.isNamedReader != true else { return nil }
                let why = "the port is there (\(port.node?.text ?? port.path)), and waymarkd has no devices"
                guard let usb = port.usbPort else {
                    return Diagnosis(
                        .serialOutOfReach, "reader \(reader.name) cannot be opened: \(port.path) is out of reach",
                        why: why,
                        next: "sudo systemctl edit waymarkd, with [Service] PrivateDevices=no, "
                            + "DeviceAllow=\(port.path) rw, SupplementaryGroups=\(port.node?.group ?? "dialout")",
                        port: port.place)
                }
                return Diagnosis(
                    .serialOutOfReach, "reader \(reader.name) cannot be opened: \(port.path) is out of reach", why: why,
                    next: "name it by its USB port: put \(rule(usb)) into /etc/udev/rules.d/60-waymark-local.rules, "
                        + "plug it in again, and waymark reader remove \(reader.name)", port: port.place)
            }
        },
        DiagnosisRule { picture in
            guard picture.programs.running.contains("ModemManager") else { return [] }
            return picture.portsWithReaders.compactMap { port, reader in
                guard let usb = port.usbPort, port.isIgnoredByModemManager == false else { return nil }
                return Diagnosis(
                    .modemManager, "ModemManager may write to reader \(reader.name)",
                    why: "it probes \(port.path) for a modem whenever it is plugged in",
                    next: "put \(rule(usb)) into /etc/udev/rules.d/60-waymark-local.rules and plug it in again",
                    port: port.place)
            }
        },
    ]

    private static func rule(_ port: String) -> String {
        "SUBSYSTEM==\"tty\", KERNELS==\"\(port)\", ENV{WAYMARK_READER}=\"pn532_uart\""
    }
}

extension ReaderFailure {
    /// The worker has found that another program has the reader.
    var isHeld: Bool { code == "reader-held" }
}

extension SerialPortPicture {
    /// The USB port where it is, else its path: what readers are compared by.
    var place: String { usbPort ?? path }
}

extension MachinePicture {
    /// What a reader's connection leads to: a USB port, a path, or the connection itself.
    func place(of reader: DaemonPicture.KnownReader) -> String {
        let parts = reader.connection.split(separator: ":", maxSplits: 2).map(String.init)
        guard parts.count > 1 else { return reader.connection }
        if ["usb", "pcsc", "pcsc-plain"].contains(parts[0]) { return parts[1] }
        return serialPorts.first { $0.path == parts[1] }?.place ?? reader.connection
    }

    /// Serial ports where the daemon has a reader.
    var portsWithReaders: [(SerialPortPicture, DaemonPicture.KnownReader)] {
        serialPorts.flatMap { port in daemon.readers.filter { place(of: $0) == port.place }.map { (port, $0) } }
    }
}
