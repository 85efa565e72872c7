import Testing

/// The udev rules, held against what libnfc drives.
struct ReaderRulesTests {
    /// Every USB reader of libnfc 1.8.0: the tables of `acr122_usb.c` and `pn53x_usb.c`.
    private static let drivers = [
        "072f:2200": "acr122_usb",  // ACS ACR122U
        "072f:90cc": "acr122_usb",  // Touchatag
        "072f:2214": "acr122_usb",  // ACS ACR1222
        "04cc:0531": "pn53x_usb",  // Philips PN531
        "04cc:2533": "pn53x_usb",  // NXP PN533
        "04e6:5591": "pn53x_usb",  // SCM SCL3711
        "04e6:5594": "pn53x_usb",  // SCM SCL3712
        "054c:0193": "pn53x_usb",  // Sony PN531
        "054c:02e1": "pn53x_usb",  // Sony RC-S360
        "1fd3:0608": "pn53x_usb",  // ASK LoGO
    ]

    private static let rules = "udev/93-waymark.rules"

    @Test func `the rules name the readers that libnfc drives, each with its driver`() throws {
        let line =
            #/ATTR\{idVendor\}=="([0-9a-f]{4})", ATTR\{idProduct\}=="([0-9a-f]{4})", ENV\{WAYMARK_READER\}="(\w+)"/#
        let found = try Repository.text(Self.rules).matches(of: line).map { ("\($0.1):\($0.2)", String($0.3)) }
        #expect(found.count == Self.drivers.count)
        #expect(Dictionary(found) { first, _ in first } == Self.drivers)
    }

    @Test func `readers belong to the group that the service runs in`() throws {
        let group = try Repository.text(Self.rules).firstMatch(of: #/GROUP="([^"]+)"/#)?.1
        #expect(try Repository.text("systemd/waymarkd.service").firstMatch(of: #/\nGroup=(.+)/#)?.1 == group)
    }
}
