import UnixSystem

/// What a reader's behaviour may depend on beside the reader.
struct SystemVersions: Encodable {
    /// As the distribution calls itself.
    let distribution: String
    let kernel: String
    /// Versions of packages by name, as far as this machine has them, and dpkg.
    let packages: [String: String]

    private static let relevant = [
        "pcscd", "libpcsclite1", "libccid", "libacsccid1", "libnfc6", "libusb-1.0-0", "libusb-0.1-4",
    ]

    static func ofThisMachine() -> SystemVersions {
        let release = Folder.lines(of: "/etc/os-release").first { $0.hasPrefix("PRETTY_NAME=") }
        return SystemVersions(
            distribution: release.map { $0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" } } ?? "unknown",
            kernel: Folder.lines(of: "/proc/sys/kernel/osrelease").first ?? "unknown", packages: installed())
    }

    /// See: man 1 dpkg-query
    private static func installed() -> [String: String] {
        guard let pipe = try? FileDescriptor.pipe(),
            (try? ChildProcess(
                "dpkg-query", arguments: ["--show", "--showformat", "${Package} ${Version}\\n"] + relevant,
                standardOutput: .descriptor(pipe.input.rawValue), standardError: .discarded)) != nil
        else { return [:] }
        let output = FileDescriptor(owning: pipe.output.release())
        try? FileDescriptor(owning: pipe.input.release()).close()
        var text: [UInt8] = []
        while let bytes = try? output.read(upTo: 4_096), !bytes.isEmpty { text += bytes }
        let words = String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
        return Dictionary(
            words.filter { $0.count == 2 }.map { (String($0[0]), String($0[1])) }
        ) { first, _ in first }
    }

    var words: String {
        ([distribution, "Linux \(kernel)"] + packages.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" })
            .joined(separator: ", ")
    }
}
