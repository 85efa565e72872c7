extension DiagnosisRule {
    private static let reinstall = "sudo apt install --reinstall waymark"

    /// The package and its programs.
    static let installation = [
        DiagnosisRule { picture in
            guard !picture.accounts.missing.isEmpty else { return [] }
            let names = picture.accounts.missing.joined(separator: " and ")
            return [
                Diagnosis(
                    .accountMissing, "the station has no user or group \(names)",
                    why: "systemd-sysusers makes them when the package is installed",
                    next: "sudo systemd-sysusers && sudo udevadm trigger --action=change --subsystem-match=usb")
            ]
        },
        DiagnosisRule { picture in
            guard !picture.udev.missingRules.isEmpty else { return [] }
            return [
                Diagnosis(
                    .rulesMissing, "udev does not know Waymark's rules",
                    why: "no folder that udev reads has \(picture.udev.missingRules.joined(separator: " or ")): "
                        + "no reader gets its group or its worker", next: reinstall)
            ]
        },
        DiagnosisRule { picture in
            guard !picture.udev.isRunning else { return [] }
            return [
                Diagnosis(
                    .udevNotRunning, "udev does not run",
                    why: "the station does not notice readers that are plugged in",
                    next: "sudo systemctl start systemd-udevd")
            ]
        },
        DiagnosisRule { picture in
            let own = picture.programs.version
            guard let worker = picture.programs.workerVersion else {
                return [
                    Diagnosis(
                        .workerMissing, "waymark-reader does not run",
                        why: "it is not installed beside waymark, or a library that it needs is missing",
                        next: reinstall)
                ]
            }
            guard worker != own else { return [] }
            return [
                Diagnosis(
                    .versionMismatch, "waymark-reader is version \(worker), waymark is \(own)",
                    why: "they were not installed together", next: reinstall)
            ]
        },
    ]

    /// Whether the daemon is there, for the user who asks.
    static let daemon = [
        DiagnosisRule { picture in
            switch picture.daemon {
            case .notAsked: return []
            case .answered(let version, _, _, _):
                guard version != picture.programs.version else { return [] }
                return [
                    Diagnosis(
                        .versionMismatch,
                        "waymarkd runs version \(version), waymark is \(picture.programs.version)",
                        why: "it was started before the last upgrade", next: "sudo systemctl restart waymarkd")
                ]
            case .silent(.noSocket, let message, let why):
                return [
                    Diagnosis(
                        .daemonNotRunning, message, why: why,
                        next: "sudo systemctl enable --now waymarkd.socket waymarkd-readers.socket waymarkd")
                ]
            case .silent(.noAnswer, let message, let why):
                return [
                    Diagnosis(
                        .daemonSilent, message, why: why,
                        next: "sudo systemctl restart waymarkd; if it fails: journalctl -u waymarkd -n 20")
                ]
            case .silent(.noPermission, let message, let why):
                return [
                    Diagnosis(
                        .noPermission, message, why: why,
                        next: "sudo adduser \(picture.accounts.user) waymark, and log in again")
                ]
            case .silent(.refused(let next), let message, let why):
                return [Diagnosis(.noPermission, message, why: why, next: next)]
            }
        }
    ]
}
