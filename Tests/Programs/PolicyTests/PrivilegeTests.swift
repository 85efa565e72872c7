import Testing

/// What root does by itself with files of the daemon's account: as little as can be.
struct PrivilegeTests {
    /// As root, each of these follows a link that the daemon's account has made, or may. `waymarkd tighten` becomes that
    /// account first.
    @Test(arguments: ["waymark.postinst", "waymark.prerm", "waymark-hub.prerm"])
    func `maintainer scripts change no file themselves`(script: String) throws {
        let text = try Repository.text("debian/\(script)")
        for line in text.split(separator: "\n") where !line.drop(while: { $0 == " " }).hasPrefix("#") {
            #expect(
                line.firstMatch(of: #/\b(chown|chmod|chgrp|rm|mv|cp|ln|install|find|setfacl|touch|mkdir)\b/#) == nil,
                "\(line)")
        }
    }

    /// A folder whose parents are root's. What is in it is the account's own business.
    @Test func `systemd makes folders only, each under root's`() throws {
        let lines = try Repository.text("systemd/waymark.tmpfiles").split(separator: "\n").filter { !$0.hasPrefix("#") }
        #expect(!lines.isEmpty)
        for line in lines {
            let words = line.split(separator: " ")
            #expect(words[0] == "d", "\(line)")
            let isUnderRoot = words[1].wholeMatch(of: #/\/(run|var\/(lib|backups|spool))\/waymark(-station)?/#) != nil
            #expect(isUnderRoot, "\(line)")
        }
    }

    /// People are in the socket's group.
    @Test func `no folder and no file of the daemon's is its group's`() throws {
        let unit = try Repository.text("systemd/waymarkd.service")
        #expect(unit.contains("\nStateDirectoryMode=0700\n") && unit.contains("\nUMask=0077\n"))
        #expect(!unit.contains("RuntimeDirectory"), "the sockets' folder is root's")
        let folders = try Repository.text("systemd/waymark.tmpfiles")
        #expect(folders.contains("\nd /run/waymark 0755 root root\n"))
        #expect(folders.contains("\nd /var/lib/waymark 0700 waymark waymark\n"))
        for page in try Repository.names(in: "docs") where page.hasSuffix(".md") {
            let text = try Repository.text("docs/\(page)")
            #expect(text.firstMatch(of: #/-g waymark -m 6[1-7]|-m 6[1-7]\d.*-g waymark/#) == nil, "\(page)")
        }
    }

    /// One place writes to standard output and knows whether it could: see `StandardOutput`.
    @Test(arguments: [
        "Sources/Programs/waymark", "Sources/Programs/waymarkd", "Sources/Programs/waymark-hub",
        "Sources/Programs/waymark-reader", "Sources/Base/UnixSystem",
    ])
    func `nothing else prints`(folder: String) throws {
        for file in try Repository.code(in: folder) where !file.path.hasSuffix("/StandardOutput.swift") {
            #expect(file.text.firstMatch(of: #/[^.\w]print\(("|.*terminator:)|Swift\.print/#) == nil, "\(file.path)")
            #expect(
                !file.text.contains("standardOutput.write") && !file.text.contains("write(STDOUT_FILENO"),
                "\(file.path)")
        }
    }
}
