internal import ReaderProtocol

extension DiagnosisRule {
    /// The group of readers and their workers.
    static let readerGroup = "waymark-reader"
    /// The kernel's own NFC drivers, in the order in which they can be unloaded.
    static let kernelModules = ["pn533_usb", "pn533", "nfc"]
    private static let apply =
        "sudo udevadm control --reload && sudo udevadm trigger --action=add --subsystem-match=usb"

    /// Readers on USB, as the machine sees them.
    static let usbReaders = [
        each { reader, picture in
            guard reader.node == nil else { return nil }
            return Diagnosis(
                .readerNodeMissing, "\(name(reader)) cannot be opened: it has no device file",
                why: "the kernel sees it, and /dev/bus/usb does not have it, as in a container",
                next: "let the container see the host's devices: /dev/bus/usb", port: reader.port)
        },
        // With no rules at all there is one finding, about them.
        each { reader, picture in
            guard reader.node != nil, picture.udev.missingRules.isEmpty, picture.udev.isRunning,
                picture.accounts.missing.isEmpty, reader.isKnownToRule != true
            else { return nil }
            return Diagnosis(
                .readerRuleNotApplied, "\(name(reader)) cannot be opened: udev has not applied 93-waymark.rules to it",
                why: "it was plugged in before the rules were installed (\(reader.node?.text ?? ""))", next: apply,
                port: reader.port)
        },
        each { reader, picture in
            guard let node = reader.node, reader.isKnownToRule == true, node.group != readerGroup else { return nil }
            return Diagnosis(
                .readerGroup, "\(name(reader)) cannot be opened: it belongs to group \(node.group)",
                why: "another rule has the last word about \(node.path) (\(node.text))",
                next: "find it, and give its file a number below 93: "
                    + "udevadm test /sys/bus/usb/devices/\(reader.port) 2>&1 | grep GROUP", port: reader.port)
        },
        each { reader, picture in
            guard let node = reader.node, reader.isKnownToRule == true, node.group == readerGroup, !node.isOpenToGroup
            else { return nil }
            return Diagnosis(
                .readerMode, "\(name(reader)) cannot be opened: its group may not read and write it",
                why: "another rule has changed the mode of \(node.path) (\(node.text))",
                next: "find it, and give its file a number below 93: "
                    + "udevadm test /sys/bus/usb/devices/\(reader.port) 2>&1 | grep MODE", port: reader.port)
        },
        each { reader, picture in
            guard !reader.kernelDrivers.isEmpty else { return nil }
            let drivers = reader.kernelDrivers.joined(separator: ", ")
            let unload = kernelModules.filter {
                picture.modules.loaded.contains($0) || reader.kernelDrivers.contains($0)
            }
            return Diagnosis(
                .kernelDriver, "\(name(reader)) cannot be opened: the kernel's driver \(drivers) has it",
                why: "libnfc drives readers itself, and the kernel lets one of them in",
                next: unload.isEmpty
                    ? "take it away: echo \(reader.port):1.0 | sudo tee /sys/bus/usb/drivers/\(drivers)/unbind"
                    : "sudo modprobe -r \(unload.joined(separator: " ")), then plug the reader in again",
                port: reader.port)
        },
        each { reader, picture in
            guard let holder = reader.holders.first(where: { $0.program != "waymark-reader" }) else { return nil }
            return Diagnosis(
                .readerHeld, "\(name(reader)) cannot be opened: \(holder.program) has it",
                why: "process \(holder.process) has opened \(reader.node?.path ?? "it")",
                next: holder.program == "pcscd"
                    ? leaveReaders
                    : "end it: sudo kill \(holder.process)", port: reader.port)
        },
        DiagnosisRule { picture in
            picture.readers.filter { $0.kind.driver == nil && $0.kind.cardReader == nil && $0.isCardReader }.map {
                reader in
                Diagnosis(
                    .readerUnsupported,
                    "the card reader \(reader.kind.text) at USB port \(reader.port) cannot be used",
                    why: "libnfc drives no reader of this kind, and its way to a tag's commands is not known",
                    next:
                        "for plain URLs try: waymark reader add pcsc-plain:\(reader.port); docs/readers.md has the rest",
                    port: reader.port)
            }
        },
        DiagnosisRule { picture in
            let readers = picture.readers.filter { $0.kind.driver != nil }
            let missing = ["pn533_usb", "pn533"].filter { !picture.modules.blacklisted.contains($0) }
            guard !readers.isEmpty, !missing.isEmpty else { return [] }
            return [
                Diagnosis(
                    .moduleNotBlacklisted, "the kernel may take readers at the next plug",
                    why: "nothing keeps its modules \(missing.joined(separator: " and ")) from being loaded",
                    next: "sudo apt install --reinstall waymark")
            ]
        },
        DiagnosisRule { picture in
            let wanted = picture.readers.filter { $0.kind.driver == "acr122_usb" }
            guard !picture.programs.cardService.sparesReaders, picture.programs.running.contains("pcscd"),
                !wanted.isEmpty,
                !picture.daemon.readers.contains(where: { $0.failure?.isHeld == true }),
                !wanted.contains(where: { $0.holders.contains { $0.program == "pcscd" } })
            else { return [] }
            return [
                Diagnosis(
                    .cardService, "pcscd may take readers at the next plug",
                    why: "it runs, and the file that keeps it off libnfc's readers is missing",
                    next: leaveReaders)
            ]
        },
    ]

    /// pcscd lets go of readers that it shall ignore when it starts anew.
    static let leaveReaders =
        "sudo apt install --reinstall waymark && sudo systemctl daemon-reload && sudo systemctl restart pcscd.service"

    /// A rule about each reader on USB that libnfc drives.
    private static func each(
        _ check: @escaping @Sendable (PluggedReader, MachinePicture) -> Diagnosis?
    ) -> DiagnosisRule {
        DiagnosisRule { picture in
            picture.readers.filter { $0.kind.driver != nil }.compactMap { check($0, picture) }
        }
    }

    private static func name(_ reader: PluggedReader) -> String {
        "the reader \(reader.kind.text) at USB port \(reader.port)"
    }
}
