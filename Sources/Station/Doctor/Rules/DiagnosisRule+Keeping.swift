extension DiagnosisRule {
    /// Less than this, and the next batch may not be finished.
    private static let least: UInt64 = 64 << 20
    private static let enough: UInt64 = 1 << 30

    /// The registry and its disk.
    static let keeping = [
        DiagnosisRule { picture in
            guard case .answered(_, let broken?, _, _) = picture.daemon else { return [] }
            return [
                Diagnosis(
                    .journalBroken, "the journal's chain is broken at entry \(broken)",
                    why: "another program or a failing disk changed the registry",
                    next: "see what is wrong: waymark journal verify; then restore the last good backup")
            ]
        },
        DiagnosisRule { picture in
            guard case .answered(_, _, _, let registry) = picture.daemon else { return [] }
            let damage = registry.damage.map {
                Diagnosis(.registryDamaged, "the registry is damaged", why: $0.why, next: $0.next)
            }
            let alteration = registry.alteration.map {
                Diagnosis(
                    .registryAltered, "the registry holds what the journal does not account for", why: $0.why,
                    next: $0.next)
            }
            return [damage, alteration].compactMap(\.self)
        },
        DiagnosisRule { picture in
            guard let disk = picture.files.disk, disk.isReadOnly else { return [] }
            return [
                Diagnosis(
                    .diskReadOnly, "the registry's disk is read-only",
                    why: "it was mounted so, or the kernel has stopped writing to it after an error",
                    next: "see why: sudo dmesg | tail; then sudo mount -o remount,rw the file system of "
                        + picture.files.registry)
            ]
        },
        DiagnosisRule { picture in
            guard let disk = picture.files.disk, !disk.isReadOnly, disk.free < enough else { return [] }
            let isFull = disk.free < least
            return [
                Diagnosis(
                    isFull ? .diskFull : .diskLow,
                    "the registry's disk has \(MachinePicture.size(disk.free)) left",
                    why: "\(picture.files.registry) is on a disk of \(MachinePicture.size(disk.total))",
                    next: "see what is large: sudo du -xh --max-depth=2 / | sort -h | tail -n 20")
            ]
        },
        DiagnosisRule { picture in
            guard let file = picture.files.registryNode, picture.files.isThePackages, file.owner != "waymark" else {
                return []
            }
            return [
                Diagnosis(
                    .registryOwner, "waymarkd cannot open the registry: it belongs to \(file.owner)",
                    why: "waymarkd was started, or the file was copied, as \(file.owner)",
                    next: "sudo chown -hR waymark:waymark /var/lib/waymark && sudo systemctl restart waymarkd")
            ]
        },
        DiagnosisRule { picture in
            let open = picture.files.openFiles
            guard let first = open.first else { return [] }
            let who = open.contains { $0.mode & 0o007 != 0 } ? "everyone on this machine" : "people in a group"
            return [
                Diagnosis(
                    .registryOpen, "\(who) may open files of the registry",
                    why: "\(first.path) has mode \(first.modeText), group \(first.group)"
                        + (open.count > 1 ? ", and \(open.count - 1) more are so" : ""),
                    next: picture.files.isThePackages
                        ? "sudo waymarkd tighten" : "waymarkd tighten --registry \(picture.files.registry)")
            ]
        },
        DiagnosisRule { picture in
            picture.files.keys.filter(\.isOpenKey).map { key in
                Diagnosis(
                    .keyOpen, "more than the daemon may read the key \(key.path)",
                    why: "its mode is \(key.modeText), and its group is \(key.group)",
                    next:
                        "sudo waymarkd tighten --tag-key \(key.path); if another person may have read it, make another key "
                        + "(docs/protection.md)")
            }
        },
    ]

    /// Clock, position, paper.
    static let surroundings = [
        DiagnosisRule { picture in
            guard picture.clock.secondsBehind > 60 else { return [] }
            return [
                Diagnosis(
                    .clockBehind, "the clock is wrong: it is behind what this machine has written before",
                    why: "files of this station are \(picture.clock.secondsBehind) seconds newer than now; the journal "
                        + "would tell wrong times", next: "sudo timedatectl set-ntp true, or sudo date -s '...'")
            ]
        },
        DiagnosisRule { picture in
            guard picture.clock.isSynchronised == false else { return [] }
            return [
                Diagnosis(
                    .clockUnsynchronised, "no time service keeps the clock",
                    why: "the kernel says that the clock is not synchronised; the journal's times may be wrong",
                    next: "sudo timedatectl set-ntp true")
            ]
        },
        DiagnosisRule { picture in
            guard case .trouble(let why, let next) = picture.gps else { return [] }
            return [
                Diagnosis(.noPosition, "gpsd does not know where this machine is", why: why, next: next)
            ]
        },
        DiagnosisRule { picture in
            switch picture.printing {
            case .silent(let why):
                [
                    Diagnosis(
                        .printingSilent, "CUPS does not answer", why: why,
                        next: "sudo systemctl restart cups")
                ]
            case .stopped(let printers):
                printers.map { printer in
                    Diagnosis(
                        .printerStopped, "printer \(printer) is stopped",
                        why: "CUPS stops a printer after an error, and keeps it so",
                        next: "sudo cupsenable \(printer)")
                }
            case .notInstalled, .ready: []
            }
        },
        DiagnosisRule { picture in
            guard let scripts = picture.scriptsWithoutFont, !scripts.isEmpty else { return [] }
            return [
                Diagnosis(
                    .fontMissing, "labels cannot be drawn in: \(scripts.joined(separator: ", "))",
                    why: "no installed font has the letters",
                    next: "sudo apt install fonts-noto-core fonts-noto-cjk fonts-dejavu-core")
            ]
        },
    ]
}

extension FilesPicture {
    /// Whether the registry is where the package keeps it, and not a user's own.
    var isThePackages: Bool { registry.hasPrefix("/var/lib/waymark/") }

    /// The registry, its folder where that is the package's, and what is beside it, as far as more than the owner may
    /// open them.
    var openFiles: [NodePicture] {
        let folder = isThePackages ? [folderNode].compactMap { $0 } : []
        return (folder + [registryNode].compactMap { $0 } + besides).filter { $0.mode & 0o077 != 0 }
    }
}

extension NodePicture {
    /// Whether others, or the people of the station, may read a key. Another group may: that is how keys of certificates
    /// are kept.
    fileprivate var isOpenKey: Bool { mode & 0o037 != 0 || (mode & 0o040 != 0 && group == "waymark") }

    fileprivate var modeText: String { String(mode & 0o777, radix: 8) }
}
