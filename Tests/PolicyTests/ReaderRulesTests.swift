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

    @Test func `readers belong to the group that the service runs in`() throws {
        let group = try Repository.text(Self.rules).firstMatch(of: #/GROUP="([^"]+)"/#)?.1
        #expect(try Repository.text("systemd/waymarkd.service").firstMatch(of: #/\nGroup=(.+)/#)?.1 == group)
    }
}
