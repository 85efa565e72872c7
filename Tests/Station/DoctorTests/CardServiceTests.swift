import Doctor
import Faults
import ReaderProtocol
import Testing

/// pcscd and smart-card readers on a machine with Debian 12, by its files: what is wrong, and the command that mends it.
struct CardServiceTests {
    /// What was done to the machine.
    struct Misconfiguration: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let code: DiagnosisCode
        let mending: String
        var kind = PlantedFault.acr1252u
        var count = 1
        var connection: String? = "pcsc:2-1"
        var failure: String?
        var change: @Sendable (Debian12) throws -> Void = { _ in }

        init(
            _ name: String, _ code: DiagnosisCode, mending: String, kind: USBReader = PlantedFault.acr1252u,
            count: Int = 1, connection: String? = "pcsc:2-1", failure: String? = nil,
            change: @escaping @Sendable (Debian12) throws -> Void = { _ in }
        ) {
            testDescription = name
            self.code = code
            self.mending = mending
            self.kind = kind
            self.count = count
            self.connection = connection
            self.failure = failure
            self.change = change
        }
    }

    static let all = [
        Misconfiguration(
            "pcscd is not installed", .cardServiceMissing, mending: "sudo apt install pcscd libccid",
            failure: "no-pcscd"
        ) { try $0.remove(Debian12.service) },
        Misconfiguration(
            "pcscd's socket is masked", .cardServiceSilent, mending: "sudo systemctl unmask pcscd.socket",
            failure: "no-pcscd"
        ) { try $0.remove(Debian12.socket) },
        Misconfiguration(
            "the reader came after the driver", .cardReaderUnlisted, mending: "libccid of Debian 13",
            kind: USBReader(vendor: 0x072F, product: 0x2308), failure: "no-pcsc-driver"),
        Misconfiguration(
            "the maker's driver is there too", .cardReaderTwoDrivers, mending: "sudo apt remove libacsccid1"
        ) { try $0.addMakersDriver() },
        Misconfiguration(
            "polkit has no rule for the worker", .cardServiceRefuses, mending: "sudo apt install --reinstall waymark",
            failure: "pcscd-refuses"
        ) { try $0.remove(Debian12.rule) },
        Misconfiguration(
            "polkit has another rule", .cardServiceRefuses, mending: "sudo systemctl restart polkit.service",
            failure: "pcscd-refuses"),
        Misconfiguration(
            "pcscd will take libnfc's readers", .cardService, mending: "sudo systemctl restart pcscd.service",
            connection: nil
        ) {
            try $0.remove(Debian12.dropIn)
            try $0.run("pcscd")
        },
        Misconfiguration(
            "only the slot for a SIM card is there", .readerFailed, mending: "sudo systemctl restart pcscd.service",
            failure: "no-pcsc-driver"),
        Misconfiguration(
            "another program has the reader", .readerFailed, mending: "do as it says", failure: "reader-held"),
        Misconfiguration("the reader is stuck", .readerFailed, mending: "do as it says", failure: "reader-stuck"),
        Misconfiguration(
            "the unit was stopped", .readerFailed, mending: "sudo systemctl start waymark-pcsc-reader@2-1",
            failure: "worker-missing"),
        Misconfiguration(
            "the reader was not added", .readerNotAdded, mending: "waymark reader add pcsc:2-1", connection: nil),
        Misconfiguration(
            "the reader was added for libnfc", .readerOtherLibrary, mending: "waymark reader add pcsc:2-1",
            connection: "usb:2-1", failure: "wrong-device"),
        Misconfiguration(
            "the reader is of an unknown kind", .readerUnsupported, mending: "waymark reader add pcsc-plain:2-1",
            kind: USBReader(vendor: 0x096E, product: 0x060D), connection: nil),
        Misconfiguration("there are 17 readers", .cardReadersTooMany, mending: "unplug", count: 17),
    ]

    @Test(arguments: all)
    func `a misconfiguration is the one finding, with the command that mends it`(_ fault: Misconfiguration) throws {
        let machine = try Debian12()
        try fault.change(machine)
        let isForPCSCD = fault.code != .cardService
        let readers = (1...fault.count).map { number in
            var reader = PluggedReader(port: "2-\(number)", kind: fault.kind)
            reader.isCardReader = true
            return reader
        }
        let added = readers.indices.compactMap { index in
            fault.connection.map { connection in
                DaemonPicture.KnownReader(
                    name: "card-\(index + 1)", connection: index == 0 ? connection : "pcsc:2-\(index + 1)",
                    failure: fault.failure.map(DaemonPicture.failure))
            }
        }
        let findings = DiagnosisReport(machine.picture(isForPCSCD ? readers : [], added: added)).findings
        #expect(findings.map(\.code) == [fault.code], "\(findings)")
        #expect(findings.first?.next.contains(fault.mending) == true, "\(findings)")
        #expect(findings.first?.next.contains("mask pcscd") == false || fault.mending.contains("unmask"))
    }

    @Test func `there are more than twelve, and a machine without them has no finding`() throws {
        #expect(Self.all.count > 12)
        var reader = PluggedReader(port: "2-1", kind: PlantedFault.acr1252u)
        reader.isCardReader = true
        let picture = try Debian12().picture(
            [reader], added: [DaemonPicture.KnownReader(name: "card-1", connection: "pcsc:2-1")])
        #expect(DiagnosisReport(picture).findings == [])
        #expect(picture.programs.cardService.listed["ifd-ccid.bundle"]?.count == 3)
    }
}
