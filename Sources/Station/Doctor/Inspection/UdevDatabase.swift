internal import UnixSystem

/// What udev's rules have made of devices: the files from which `udevadm info` answers. See: man 8 udevadm
struct UdevDatabase {
    let root: String

    /// The properties of the device whose number is in a file of sysfs; nil when udev has not seen it.
    func properties(of numberFile: String, kind: Character) -> [String: String]? {
        guard let number = Folder.lines(of: numberFile).first else { return nil }
        let lines = Folder.lines(of: "\(root)/run/udev/data/\(kind)\(number)")
        guard !lines.isEmpty else { return nil }
        return Dictionary(
            lines.compactMap { line in
                guard line.hasPrefix("E:") else { return nil }
                let pair = line.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return pair.count == 2 ? (String(pair[0]), String(pair[1])) : nil
            }, uniquingKeysWith: { $1 })
    }
}
