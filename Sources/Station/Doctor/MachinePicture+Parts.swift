extension MachinePicture {
    /// What was looked at and is as it should be. `codes` are those of the findings.
    func healthyParts(beside codes: Set<DiagnosisCode>) -> [String] {
        var parts: [String] = []
        if case .answered(let version, _, let readers, _) = daemon {
            let working = readers.filter { $0.failure == nil }
            parts.append("waymarkd \(version) answers")
            for reader in working { parts.append("reader \(reader.name) (\(reader.connection))") }
        }
        if let disk = files.disk, codes.isDisjoint(with: [.diskFull, .diskLow, .diskReadOnly]) {
            parts.append("\(Self.size(disk.free)) free for the registry")
        }
        if let upstream, upstream.credentialsElsewhere == nil, let seconds = upstream.contact?.seconds,
            codes.isDisjoint(with: [.syncNotRunning, .hubRewrote, .hubSilent])
        {
            parts.append("station \(upstream.name) of \(upstream.hub), last contact \(seconds) s ago")
        }
        if clock.isSynchronised == true, !codes.contains(.clockBehind) { parts.append("the clock is kept") }
        if case .fix = gps { parts.append("gpsd knows where this machine is") }
        if case .ready(let printers) = printing, !printers.isEmpty {
            parts.append("printers: \(printers.joined(separator: ", "))")
        }
        if scriptsWithoutFont?.isEmpty == true { parts.append("fonts for every script that Waymark is tested with") }
        return parts
    }

    /// What could not be looked at, or is not there to be looked at.
    var unseenParts: [String] {
        var parts: [String] = []
        if !accounts.seesEverything {
            if !(readers.isEmpty && serialPorts.isEmpty) {
                parts.append("which programs of other users hold readers: sudo waymark doctor")
            }
            parts.append("who may open files of the registry and keys in folders of others: sudo waymark doctor")
        }
        if case .notInstalled = gps { parts.append("the position: gpsd does not run here") }
        if case .notInstalled = printing { parts.append("printing: CUPS does not run here") }
        if clock.isSynchronised == nil { parts.append("whether a time service keeps the clock") }
        if files.disk == nil { parts.append("the disk: \(files.registry) cannot be seen") }
        parts += upstream?.unseenParts ?? []
        if !isHubKnown { parts.append("the station's hub: waymarkd does not say whether it has one") }
        if scriptsWithoutFont == nil { parts.append("fonts") }
        return parts
    }

    /// `3.2 GiB`.
    static func size(_ bytes: UInt64) -> String {
        let units = ["bytes", "KiB", "MiB", "GiB", "TiB"]
        var tenths = bytes &* 10
        var unit = 0
        while tenths >= 10_240, unit < units.count - 1 {
            tenths /= 1_024
            unit += 1
        }
        return unit == 0 ? "\(bytes) bytes" : "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}

extension UpstreamPicture {
    fileprivate var unseenParts: [String] {
        var parts: [String] = []
        if credentials == nil, !lacksCredentials {
            parts.append("who may read the station's key and token for \(hub): sudo waymark doctor")
        }
        if let credentialsElsewhere {
            parts.append(
                "the rounds with \(hub), which have another file: waymark doctor --credentials \(credentialsElsewhere)")
            // What was kept of the last contact is beside that file.
            return parts
        }
        switch obstacle {
        case .hidden: parts.append("the last contact with \(hub): sudo waymark doctor")
        case .refused(let why): parts.append("the last contact with \(hub): \(why)")
        case nil:
            guard contact?.seconds == nil, contact?.refusal == nil else { break }
            parts.append("the last contact with \(hub): there was none yet")
        }
        return parts
    }
}
