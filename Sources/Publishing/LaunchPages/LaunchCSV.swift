internal import AppClips
internal import CSV
package import DeploymentCheck

extension LaunchMatrix {
    /// Every case as a row, with empty columns to fill in.
    package var csv: [UInt8] {
        var writer = RowWriter([
            "kind", "registered", "clip", "title", "invocation", "on-phone", "ios-from", "ios-to", "tag", "store",
            "placement", "url", "expected", "basis", "why", "source", "seen", "note",
        ])
        for part in parts {
            for each in part.cases {
                for (system, expectation) in zip(systems, each.expectations) {
                    writer.append([
                        part.kind.rawValue, part.url ?? "", part.clip ?? "", part.title, each.invocation.rawValue,
                        each.installed.rawValue, system.first, system.last, each.carrier?.tag ?? "",
                        each.carrier?.store ?? "", each.carrier?.placement ?? "", each.url ?? "",
                        expectation.outcome.rawValue, expectation.basis.rawValue, expectation.why,
                        expectation.source.address ?? "", "", "",
                    ])
                }
            }
        }
        return writer.take()
    }
}
