/// One thing that is wrong with a machine, and the command that mends it.
package struct Diagnosis: Sendable, Codable, Equatable {
    package let code: DiagnosisCode
    package let severity: DiagnosisSeverity
    /// What is wrong.
    package let message: String
    package let why: String
    /// What to do: a command, wherever one helps.
    package let next: String
    /// The USB port of the reader that it is about.
    package let port: String?

    init(
        _ code: DiagnosisCode, _ message: String, why: String, next: String, port: String? = nil
    ) {
        self.code = code
        severity = code.severity
        self.message = message
        self.why = why
        self.next = next
        self.port = port
    }
}

/// Everything that is wrong with a machine.
package struct DiagnosisReport: Sendable, Codable {
    package let schema: Int
    package let findings: [Diagnosis]
    /// What was looked at and is as it should be, one line each.
    package let fine: [String]
    package let notChecked: [String]

    /// Holds every rule against a picture of a station's machine.
    package init(_ picture: MachinePicture) {
        schema = 1
        findings = Self.inOrder(DiagnosisRule.all.flatMap { $0.check(picture) })
        fine = picture.healthyParts(beside: Set(findings.map(\.code)))
        notChecked = picture.unseenParts
    }

    /// The same of a hub.
    package init(_ picture: HubPicture) {
        schema = 1
        findings = Self.inOrder(HubRule.all.flatMap { $0.check(picture) })
        fine = picture.healthyParts
        notChecked = picture.unseenParts
    }

    private static func inOrder(_ findings: [Diagnosis]) -> [Diagnosis] {
        let order = DiagnosisCode.allCases
        return findings.enumerated().sorted { first, second in
            let places = (order.firstIndex(of: first.element.code), order.firstIndex(of: second.element.code))
            return (places.0 ?? 0, first.offset) < (places.1 ?? 0, second.offset)
        }
        .map(\.element)
    }

    /// For people: findings, and what is fine.
    package var text: String {
        let found = findings.map { finding in
            "\(finding.severity.rawValue): \(finding.code.rawValue): \(finding.message)\n"
                + "  why:  \(finding.why)\n  next: \(finding.next)\n"
        }
        let count = findings.count == 1 ? "1 finding" : "\(findings.count) findings"
        return (found + fine.map { "fine: \($0)" } + [findings.isEmpty ? "no findings" : count]).joined(separator: "\n")
    }
}

/// One way in which a machine can be wrong.
struct DiagnosisRule: Sendable {
    let check: @Sendable (MachinePicture) -> [Diagnosis]

    init(_ check: @escaping @Sendable (MachinePicture) -> [Diagnosis]) {
        self.check = check
    }

    static let all =
        installation + daemon + usbReaders + cardReaders + knownReaders + serialPorts + keeping + upstream
        + surroundings
}
