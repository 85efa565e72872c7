extension AuditReport {
    /// The report for a terminal: a summary, then each finding with its next step. Ends with a line break.
    ///
    /// Bad rows are only counted: they are no result of the audit, whoever shows the report names them beside it.
    public var text: String {
        var lines = summaryLines
        if let badRows {
            lines += ["", "\(badRows.count) bad \(Wording.choose(badRows.count, "row was", "rows were")) left out."]
        }
        if let sample { lines += ["", sample.text] }
        if let accepted {
            let subject = Wording.choose(accepted, "finding is", "findings are")
            lines += ["", "\(accepted) \(subject) accepted and not listed."]
        }
        if findings.isEmpty { lines += ["", "No findings."] }
        for finding in findings {
            lines += ["", "\(finding.severity.rawValue): \(finding.code.rawValue): \(finding.message)"]
            lines.append("  tags: \(Self.shortened(finding.tags))")
            lines.append("  next: \(finding.next)")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var summaryLines: [String] {
        let rows = [
            ("sightings", summary.sightings), ("tags", summary.tags), ("  inside", summary.inside),
            ("  outside", summary.outside), ("  undecided", summary.undecided), ("  roaming", summary.roaming),
            ("findings", findings.count),
        ]
        let width = rows.map { String($0.1).count }.max() ?? 1
        return rows.map { name, count in
            let number = String(count)
            let label = name + String(repeating: " ", count: 12 - name.count)
            return label + String(repeating: " ", count: width - number.count) + number
        }
    }

    /// The first eight; the rest is in the other formats.
    private static func shortened(_ tags: [String]) -> String {
        let shown = tags.prefix(8).joined(separator: ", ")
        return tags.count > 8 ? "\(shown) and \(tags.count - 8) more" : shown
    }
}
