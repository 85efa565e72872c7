/// One thing that is wrong with a machine, and the command that mends it.
public struct Diagnosis: Sendable, Codable, Equatable {
    public let code: DiagnosisCode
    public let severity: DiagnosisSeverity
    /// What is wrong.
    public let message: String
    public let why: String
    /// What to do: a command, wherever one helps.
    public let next: String
    /// The USB port of the reader that it is about.
    public let port: String?

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
public struct DiagnosisReport: Sendable, Codable {
    public let schema: Int
    public let findings: [Diagnosis]
    /// What was looked at and is as it should be, one line each.
    public let fine: [String]
    public let notChecked: [String]

    /// Holds every rule against a picture.
    public init(_ picture: MachinePicture) {
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

    static let all = installation + daemon + usbReaders + knownReaders + serialPorts + keeping + surroundings
}
