internal import Faults
internal import ReaderProtocol

extension DiagnosisRule {
    /// The most readers that pcscd before 2.5.0 takes (PCSCLITE_MAX_READERS_CONTEXTS).
    private static let mostReaders = 16

    /// Smart-card readers, and pcscd, which drives them.
    static let cardReaders = [
        each { reader, service in
            guard !service.isInstalled else { return nil }
            return Diagnosis(
                .cardServiceMissing, "\(name(reader)) cannot be used: pcscd is not installed",
                why: "pcscd drives smart-card readers", next: "sudo apt install pcscd libccid", port: reader.port)
        },
        each { reader, service in
            guard service.isInstalled, !service.listens else { return nil }
            return Diagnosis(
                .cardServiceSilent, "\(name(reader)) cannot be used: pcscd does not listen",
                why: "/run/pcscd/pcscd.comm is not there: its socket was stopped or masked",
                next: "sudo systemctl unmask pcscd.socket pcscd.service && sudo systemctl enable --now pcscd.socket",
                port: reader.port)
        },
        each { reader, service in
            guard service.isInstalled, service.drivers(of: reader.kind).isEmpty else { return nil }
            return Diagnosis(
                .cardReaderUnlisted, "\(name(reader)) cannot be used: no driver of pcscd lists it",
                why: "pcscd takes only the readers that a driver lists; this one came later",
                next: "install a newer driver: libccid of Debian 13, or the maker's", port: reader.port)
        },
        each { reader, service in
            let drivers = service.drivers(of: reader.kind)
            guard drivers.count > 1 else { return nil }
            return Diagnosis(
                .cardReaderTwoDrivers,
                "\(name(reader)) has \(drivers.count) drivers: \(drivers.joined(separator: ", "))",
                why: "pcscd takes the one that is not libccid's, and Waymark is tested with libccid",
                next: "sudo apt remove libacsccid1", port: reader.port)
        },
        DiagnosisRule { picture in
            picture.daemon.readers.filter { $0.failure?.code == "pcscd-refuses" }.map { reader in
                let isPermitted = picture.programs.cardService.isPermitted
                return Diagnosis(
                    .cardServiceRefuses, "reader \(reader.name): pcscd does not let its worker in",
                    why: isPermitted
                        ? "polkit refuses it, though Waymark's rule is there: another rule is before it"
                        : "polkit refuses it, and Waymark's rule 50-waymark.rules is missing",
                    next: isPermitted
                        ? "sudo systemctl restart polkit.service; see all rules: "
                            + "ls /etc/polkit-1/rules.d /usr/share/polkit-1/rules.d"
                        : "sudo apt install --reinstall waymark && sudo systemctl restart polkit.service",
                    port: picture.place(of: reader))
            }
        },
        // Each library knows its own readers only.
        DiagnosisRule { picture in
            picture.daemon.readers.compactMap { reader in
                let isForLibnfc = reader.connection.hasPrefix("usb:")
                guard isForLibnfc || reader.connection.hasPrefix("pcsc"),
                    let plugged = picture.readers.first(where: { $0.port == picture.place(of: reader) }),
                    isForLibnfc ? plugged.kind.cardReader != nil : plugged.kind.driver != nil
                else { return nil }
                let right = "\(isForLibnfc ? "pcsc" : "usb"):\(plugged.port)"
                return Diagnosis(
                    .readerOtherLibrary,
                    "reader \(reader.name) cannot be opened: \(isForLibnfc ? "libnfc" : "pcscd") does not drive it",
                    why: "\(plugged.kind.text) is one for \(isForLibnfc ? "pcscd" : "libnfc")",
                    next: "waymark reader remove \(reader.name) && waymark reader add \(right) --name \(reader.name)",
                    port: plugged.port)
            }
        },
        DiagnosisRule { picture in
            let count = picture.readers.count { $0.isCardReader && $0.kind.driver == nil }
            guard count > mostReaders else { return [] }
            return [
                Diagnosis(
                    .cardReadersTooMany, "\(count) smart-card readers are plugged in, and pcscd takes \(mostReaders)",
                    why: "pcscd before 2.5.0 supports at most \(mostReaders) readers", next: "unplug some of them")
            ]
        },
    ]

    private static func each(
        _ check: @escaping @Sendable (PluggedReader, CardServicePicture) -> Diagnosis?
    ) -> DiagnosisRule {
        DiagnosisRule { picture in
            picture.readers.filter { $0.kind.cardReader != nil }.compactMap { check($0, picture.programs.cardService) }
        }
    }

    private static func name(_ reader: PluggedReader) -> String {
        "the \(reader.kind.cardReader?.name ?? reader.kind.text) at USB port \(reader.port)"
    }
}

extension CardServicePicture {
    /// The drivers that list a reader.
    func drivers(of kind: USBReader) -> [String] { listed.filter { $0.value.contains(kind) }.keys.sorted() }
}
