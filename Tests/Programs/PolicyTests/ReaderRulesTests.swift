import ReaderProtocol
import Testing

/// The udev rules, held against what libnfc drives.
struct ReaderRulesTests {
    private static let rules = "udev/93-waymark.rules"

    @Test func `the rules name the readers that libnfc drives, each with its driver`() throws {
        let line =
            #/ATTR\{idVendor\}=="([0-9a-f]{4})", ATTR\{idProduct\}=="([0-9a-f]{4})", ENV\{WAYMARK_READER\}="(\w+)"/#
        let found = try Repository.text(Self.rules).matches(of: line).map { ("\($0.1):\($0.2)", String($0.3)) }
        #expect(found.count == USBReader.drivers.count)
        let drivers = Dictionary(uniqueKeysWithValues: USBReader.drivers.map { ($0.key.text, $0.value) })
        #expect(Dictionary(found) { first, _ in first } == drivers)
    }

    @Test func `the rules name the smart-card readers that Waymark knows`() throws {
        let line =
            #/ATTR\{idVendor\}=="([0-9a-f]{4})", ATTR\{idProduct\}=="([0-9a-f]{4})", ENV\{WAYMARK_CARD_READER\}="1"/#
        let found = try Repository.text(Self.rules).matches(of: line).map { "\($0.1):\($0.2)" }
        #expect(found.sorted() == USBReader.cardReaders.keys.map(\.text).sorted())
        #expect(Set(USBReader.cardReaders.keys).isDisjoint(with: USBReader.drivers.keys))
    }

    /// polkit's own account of what pcscd asks for, and the drop-in for a pcscd that goes by names.
    @Test func `pcscd lets the workers in, and leaves libnfc's readers alone`() throws {
        let polkit = try Repository.text("polkit/waymark.rules")
        for action in ["access_pcsc", "access_card"] { #expect(polkit.contains("\"org.debian.pcsc-lite.\(action)\"")) }
        let user = try Self.value(#/\nUser=(.+)/#, in: "systemd/waymark-pcsc-reader@.service")
        #expect(polkit.contains("subject.user == \"\(user)\""))
        #expect(try Repository.text(Self.rules).contains("SUBSYSTEM==\"usb\", ENV{PCSCLITE_IGNORE}=\"1\"\n"))
        let names = try Self.value(
            #/\nEnvironment=PCSCLITE_FILTER_IGNORE_READER_NAMES=(.+)/#, in: "systemd/pcscd.service.d/waymark.conf")
        #expect(names.split(separator: ":").contains { "ACS ACR122U PICC Interface".contains($0) })
        for kind in USBReader.cardReaders.values { #expect(!names.contains(kind.partOfName)) }
    }

    @Test func `readers belong to the group that their workers run in, and the workers' socket, too`() throws {
        let group = try Self.value(#/GROUP="([^"]+)"/#, in: Self.rules)
        #expect(try Self.value(#/\nGroup=(.+)/#, in: Self.worker) == group)
        #expect(try Self.value(#/\nSocketGroup=(.+)/#, in: "systemd/waymarkd-readers.socket") == group)
        let users = try Repository.text("systemd/waymark.sysusers").matches(of: #/(?m)^u (\S+)/#).map { String($0.1) }
        let services = ["waymarkd", "waymark-watch", "waymark-notify", "waymark-station"]
        let others = try services.map { try Self.value(#/\nUser=(.+)/#, in: "systemd/\($0).service") }
        #expect(Set(users) == Set(others + [group]))
    }

    /// A worker in the daemon's group could use the API.
    @Test func `workers are not in the group of the people`() throws {
        let people = try Self.value(#/\nSocketGroup=(.+)/#, in: "systemd/waymarkd.socket")
        #expect(try Self.value(#/\nGroup=(.+)/#, in: Self.worker) != people)
        #expect(try !Repository.text(Self.worker).contains("SupplementaryGroups"))
    }

    private static let worker = "systemd/waymark-reader@.service"

    private static func value(_ pattern: Regex<(Substring, Substring)>, in file: String) throws -> String {
        String(try #require(try Repository.text(file).firstMatch(of: pattern)?.1, "\(file)"))
    }

    /// Functions of libnfc 1.8.0 that do harm: a scan opens readers that others use; presence of a tag is asked with a
    /// READ that a protected tag refuses; an abort while nothing runs leaks a descriptor and ends the next call.
    @Test(arguments: ["nfc_list_devices", "nfc_initiator_target_is_present", "nfc_abort_command"])
    func `nobody calls what libnfc does badly`(function: String) throws {
        for file in try Repository.code(in: "Sources") { #expect(!file.text.contains("\(function)("), "\(file.path)") }
    }

    /// No manual says how one of the readers that Waymark knows is to be lit by a command that libccid lets through.
    @Test func `escape commands, LED and buzzer of smart-card readers are left alone`() throws {
        let files = try Repository.code(in: "Sources/Writing/PCSCReader")
        #expect(files.count > 5)
        for file in files {
            #expect(!file.text.contains("SCardControl("), "\(file.path)")
            #expect(!file.text.contains(#/0xFF, 0x00, 0x40|0xE0, 0x00, 0x00/#), "\(file.path)")
        }
    }

    /// `nfc_exit` of any context frees the drivers of all, and each process has one context.
    @Test(arguments: ["nfc_init", "nfc_exit", "nfc_open", "nfc_initiator_init"])
    func `libnfc is begun, ended and asked for a reader in one place`(function: String) throws {
        let calls = try Repository.code(in: "Sources/Writing/NFCReader").flatMap { file in
            file.text.matches(of: try Regex("\\b\(function)\\("))
        }
        #expect(calls.count == 1)
    }
}
