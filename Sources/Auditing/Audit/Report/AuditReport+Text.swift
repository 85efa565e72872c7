internal import AuditLedger

extension AuditReport {
    /// The report for a terminal: a summary, then each finding with its next step. Ends with a line break.
    ///
    /// Bad rows are only counted: they are not a result of the audit, and the caller names them beside the report.
    public var text: String {
        var lines = summaryLines + evidenceLines
        if let badRows {
            lines += ["", "\(badRows.count) bad \(Wording.choose(badRows.count, "row was", "rows were")) left out."]
        }
        if let sample { lines += ["", sample.text] }
        if let accepted {
            let subject = Wording.choose(accepted, "finding is", "findings are")
            lines += ["", "\(accepted) \(subject) accepted and not listed."]
        }
        if findings.isEmpty { lines += ["", conclusion] }
        for finding in findings {
            lines += ["", "\(finding.severity.rawValue): \(finding.code.rawValue): \(finding.message)"]
            lines.append("  tags: \(Self.shortened(finding.tags))")
            lines.append("  next: \(finding.next)")
        }
        if let batch, !findings.isEmpty {
            let subject =
                switch (counted.count, findings.count) {
                case (0, 1): "It is not"
                case (1, 1): "It is"
                case (0, _): "None of them is"
                case (findings.count, _): "All of them are"
                case (let count, _): "\(count) of them \(Wording.choose(count, "is", "are"))"
                }
            lines += ["", "\(subject) about batch \(batch)."]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// How good the evidence is. See docs/walk.md, "What a walk proves".
    private var evidenceLines: [String] {
        guard summary.tags > 0 else { return [] }
        let chips = "The chips of \(summary.chips) of \(summary.tags) tags were read."
        let codes = "Of the others a camera saw the code, or a picture of it."
        let positions = "Positions are what phones said, true or made up."
        return ["", ([chips] + (summary.chips < summary.tags ? [codes] : []) + [positions]).joined(separator: " ")]
    }

    /// What an audit without findings comes to: it may have looked at nothing.
    private var conclusion: String {
        if summary.sightings > 0 { return "No findings." }
        if badRows != nil { return "Nothing was audited: every row is bad." }
        if summary.confirmations > 0 { return "No sightings were audited. The confirmations give no finding." }
        return "Nothing was audited: there are no sightings, or none since the last audit (waymark audit --since DATE)."
    }

    private var summaryLines: [String] {
        // Lines of what rarely happens are there when it did, so that the lines add up.
        let seldom = [
            ("  no store", summary.noStore), ("  unregistered", summary.unregistered), ("  foreign", summary.foreign),
            ("  retired", summary.retired),
        ]
        var rows = [
            ("sightings", summary.sightings), ("  visits", summary.visits), ("  repeated", summary.repeated),
            ("  left out", summary.leftOut),
        ]
        if summary.confirmations > 0 { rows.append(("confirmations", summary.confirmations)) }
        rows += [
            ("tags", summary.tags), ("  inside", summary.inside), ("  outside", summary.outside),
            ("  undecided", summary.undecided), ("  roaming", summary.roaming),
        ]
        rows += seldom.filter { $0.1 > 0 } + [("findings", findings.count)]
        let width = rows.map { String($0.1).count }.max() ?? 1
        let column = (rows.map(\.0.count).max() ?? 0) + 1
        return rows.map { name, count in
            let number = String(count)
            let label = name + String(repeating: " ", count: column - name.count)
            return label + String(repeating: " ", count: width - number.count) + number
        }
    }

    /// The first eight; the rest is in the other formats.
    private static func shortened(_ tags: [String]) -> String {
        let shown = tags.prefix(8).joined(separator: ", ")
        return tags.count > 8 ? "\(shown) and \(tags.count - 8) more" : shown
    }
}
