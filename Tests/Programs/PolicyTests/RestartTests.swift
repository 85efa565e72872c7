import Testing

/// Units that systemd starts again: after a while, and for as long as it takes.
struct RestartTests {
    private static let services = ["", "hub/"].flatMap { folder in
        ((try? Repository.names(in: "systemd/\(folder)")) ?? []).map { folder + $0 }
    }
    .filter { $0.hasSuffix(".service") }.sorted()

    /// Without these lines, five starts that fail within ten seconds end a unit for good, and its sockets with it.
    @Test(arguments: services) func `a unit that is started again says when, and has no limit`(_ unit: String) throws {
        let lines = try Repository.text("systemd/\(unit)").split(separator: "\n")
        let isStartedAgain = lines.contains { $0.hasPrefix("Restart=") && $0 != "Restart=no" }
        guard isStartedAgain else { return }
        #expect(lines.contains { $0.wholeMatch(of: #/RestartSec=[1-9][0-9]*/#) != nil })
        let section = lines.prefix { $0 != "[Service]" }
        #expect(section.contains("StartLimitIntervalSec=0"), "it belongs under [Unit]")
    }

    @Test func `the daemons are started again, and know the groups of their roles`() throws {
        for unit in ["waymarkd.service", "hub/waymark-hub.service"] {
            #expect(Self.services.contains(unit))
            let lines = try Repository.text("systemd/\(unit)").split(separator: "\n")
            #expect(lines.contains { $0.hasPrefix("Restart=") })
            #expect(lines.contains { $0.hasPrefix("After=") && $0.contains("nss-user-lookup.target") }, "\(unit)")
        }
    }
}
