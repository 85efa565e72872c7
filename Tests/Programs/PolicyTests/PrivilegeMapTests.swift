import Testing

/// docs/privileges.md says of each process what it may do: this holds it to the units, the folders and the sockets.
struct PrivilegeMapTests {
    /// Settings of a unit that give or take a right.
    private static let settings: Set<String> = [
        "User", "Group", "SupplementaryGroups", "StateDirectory", "StateDirectoryMode", "ConfigurationDirectory",
        "RuntimeDirectory", "LoadCredential", "LoadCredentialEncrypted", "DevicePolicy", "DeviceAllow",
        "PrivateDevices",
        "PrivateNetwork", "PrivateUsers", "CapabilityBoundingSet", "NoNewPrivileges", "ProtectSystem", "ProtectHome",
        "ReadWritePaths", "ReadOnlyPaths", "InaccessiblePaths", "BindPaths", "IPAddressDeny", "IPAddressAllow",
        "RestrictAddressFamilies", "LimitCORE", "MemoryMax",
    ]

    private static func lines(_ path: String) throws -> [Substring] {
        try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The rows of the table under a heading, without the header: its cells without backquotes.
    private static func table(_ heading: String) throws -> [[String]] {
        let section = try lines("docs/privileges.md").drop { $0 != "## \(heading)" }.dropFirst()
        return section.prefix { !$0.hasPrefix("## ") }.filter { $0.hasPrefix("|") }.dropFirst(2).map { line in
            line.split(separator: "|").map { cell in
                String(cell).replacing("`", with: "").trimmed
            }
        }
    }

    @Test func `each service's rights are on the page, and no others`() throws {
        let units = try ["", "hub/"].flatMap { folder in
            try Repository.names(in: "systemd/\(folder)").filter { $0.hasSuffix(".service") }.map { folder + $0 }
        }
        #expect(units.contains("waymarkd.service") && units.contains("hub/waymark-hub.service"))
        for unit in units {
            let given = try Self.lines("systemd/\(unit)").filter { line in
                line.split(separator: "=").first.map { Self.settings.contains(String($0)) } ?? false
            }
            let name = unit.replacing("hub/", with: "")
            let section = try Self.lines("docs/privileges.md").drop { $0 != "### \(name)" }.dropFirst()
            let described = section.drop { $0 != "```" }.dropFirst().prefix { $0 != "```" }
            #expect(Set(given) == Set(described), "\(unit)")
        }
    }

    @Test func `every program is on the page`() throws {
        let described = Set(
            try Self.table("Processes").compactMap { $0.first?.split(separator: " ").first.map(String.init) })
        // The emulator serves no station.
        let programs = Set(try Repository.names(in: "Sources/Programs")).subtracting(["reader-emulator"])
        #expect(described == programs)
    }

    @Test func `each process's user is its unit's`() throws {
        let rows = try Self.table("Processes")
        for (unit, place) in [
            ("waymarkd.service", "waymarkd.service"), ("waymark-reader@.service", "waymark-reader@PORT.service"),
            ("waymark-pcsc-reader@.service", "waymark-pcsc-reader@PORT.service"),
            ("waymark-watch.service", "waymark-watch.service"), ("waymark-notify.service", "waymark-notify.service"),
            ("waymark-station.service", "waymark-station.service"), ("hub/waymark-hub.service", "waymark-hub.service"),
        ] {
            let user = try Self.lines("systemd/\(unit)").first { $0.hasPrefix("User=") }?.dropFirst(5)
            let row = try #require(rows.first { $0[1].hasPrefix(place) })
            #expect(user.map(String.init) == row[2])
        }
        let backup = try Self.lines("systemd/waymark-backup.service")
        #expect(!backup.contains { $0.hasPrefix("User=") } && backup.contains("CapabilityBoundingSet="))
    }

    @Test func `each folder is as systemd makes it`() throws {
        let made = try Self.lines("systemd/waymark.tmpfiles").filter { $0.hasPrefix("d ") }.map { line in
            let words = line.split(separator: " ").map(String.init)
            return [words[1], words[2], "\(words[3]):\(words[4])"]
        }
        #expect(
            try Self.table("Folders").map { Array($0.prefix(3)) }.sorted { $0[0] < $1[0] }
                == made.sorted { $0[0] < $1[0] })
    }

    @Test func `each socket is as systemd makes it`() throws {
        let made = try Repository.names(in: "systemd").filter { $0.hasSuffix(".socket") }.map { unit in
            let settings = Dictionary(
                try Self.lines("systemd/\(unit)").compactMap { line in
                    line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
                }, uniquingKeysWith: { first, _ in first })
            return [
                settings["ListenStream"] ?? "", settings["SocketMode"] ?? "",
                "\(settings["SocketUser"] ?? ""):\(settings["SocketGroup"] ?? "")",
            ]
        }
        #expect(
            try Self.table("Sockets").map { Array($0.prefix(3)) }.sorted { $0[0] < $1[0] }
                == made.sorted { $0[0] < $1[0] })
    }

    /// What the page says of memory.
    @Test(arguments: ["waymarkd", "waymark-hub", "waymark-reader"])
    func `programs that hold secrets hide their memory`(program: String) throws {
        let calls = try Repository.code(in: "Sources/Programs/\(program)").filter {
            $0.text.contains("CurrentProcess.hideMemory()")
        }
        #expect(calls.count == 1)
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
