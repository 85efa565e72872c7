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

    /// Holds every rule against a picture.
    package init(_ picture: MachinePicture) {
        schema = 1
        let order = DiagnosisCode.allCases
        findings = DiagnosisRule.all.flatMap { $0.check(picture) }
            .enumerated().sorted { first, second in
                let places = (order.firstIndex(of: first.element.code), order.firstIndex(of: second.element.code))
                return (places.0 ?? 0, first.offset) < (places.1 ?? 0, second.offset)
            }
            .map(\.element)
        fine = picture.healthyParts(beside: Set(findings.map(\.code)))
        notChecked = picture.unseenParts
    }
}

/// One way in which a machine can be wrong.
struct DiagnosisRule: Sendable {
    let check: @Sendable (MachinePicture) -> [Diagnosis]

    init(_ check: @escaping @Sendable (MachinePicture) -> [Diagnosis]) {
        self.check = check
    }

    static let all =
        installation + daemon + usbReaders + cardReaders + knownReaders + serialPorts + keeping + surroundings
}
