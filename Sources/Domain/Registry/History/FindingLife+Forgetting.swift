internal import Faults

/// What becomes of findings when the evidence for them is erased.
extension FindingLife {
    /// The same without the coordinates in its texts; nil where they name none. The next audit that finds it again says
    /// where, by what is left.
    var withoutPlaces: FindingLife? {
        var life = self
        life.message = Self.withoutPlaces(message)
        life.next = Self.withoutPlaces(next)
        life.words = nil
        return life.message == message && life.next == next ? nil : life
    }

    /// As audits write a place: `37.323000, -122.032200`.
    private static func withoutPlaces(_ text: String) -> String {
        text.replacing(/-?[0-9]{1,3}\.[0-9]{6}, -?[0-9]{1,3}\.[0-9]{6}/, with: "a place that was erased")
    }
}

extension Forgetting {
    /// Whether the texts of a finding may rest on what is erased. What expires is older than most findings.
    func concerns(_ finding: FindingLife) -> Bool {
        guard cause == .expired, let before else { return true }
        // What shows that it is over is later, and says nothing of the place; each audit moves `lastFound`, with newer
        // evidence or without. Of one that is over the place may go early.
        let found = finding.state == .resolved ? finding.since : finding.lastFound
        return min(finding.evidence * 1_000, found.milliseconds) < before.milliseconds
    }
}

extension RegistryError {
    static var forgottenMeanwhile: Self {
        Self(
            .contradiction, "the audit is not kept", why: "evidence was erased while it ran",
            next: "audit again; rows that are known are not kept twice")
    }
}
