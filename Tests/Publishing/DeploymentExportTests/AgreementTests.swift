import AppClips
import Audit
import DeploymentCheck
import DeploymentExport
import Foundation
import Geodesy
import Registry
import Testing

/// One URL means one store, whoever reads it: the check, the write job, the audit on both of its ways, and the code that
/// the App Clip is built from.
///
/// `WAYMARK_AGREEMENT_URLS=1000000 WAYMARK_SEED=7 swift test --filter AgreementTests` for a longer run.
struct AgreementTests {
    private static func setting(_ name: String) -> UInt64? {
        ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
    }

    private static let seed = setting("WAYMARK_SEED") ?? UInt64.random(in: 1...1_000_000_000)
    private static let urls = Int(setting("WAYMARK_AGREEMENT_URLS") ?? 10_000)

    @Test func `check, write and audit read the same store in every URL, and every summary adds up`() throws {
        print("agreement: seed \(Self.seed), \(Self.urls) URLs")
        var numbers = SeededNumbers(seed: Self.seed)
        var (named, contradicted) = (0, 0)
        for round in 0..<(Self.urls / 10) {
            let deployment = try RandomDeployment(urls: 10, using: &numbers)
            let comment = "seed \(Self.seed), round \(round), \(deployment.template)"
            let finder = StoreFinder(
                stores: deployment.stores, templates: [StoreTemplate(deployment.template)],
                experiences: deployment.experiences)
            let report = try audited(deployment, comment)
            for tag in deployment.tags {
                let meant = try store(tag.url, finder)
                let read = report.tags?.first { $0.url == tag.url }?.store.flatMap { StoreID($0) }
                let known = read.flatMap { id in deployment.stores.contains { $0.id == id } ? id : nil }
                #expect(known == meant, "\(tag.url): the audit reads \(known?.text ?? "-"), \(comment)")
                if meant != nil { named += 1 }
                if meant != nil, meant != tag.store { contradicted += 1 }
            }
            try compare(deployment, finder, comment)
        }
        // The cases that matter are among them.
        #expect(named * 4 > Self.urls && contradicted * 5 > Self.urls)
    }

    private func store(_ url: String, _ finder: StoreFinder) throws -> StoreID? {
        guard case .match(let store, _) = finder.store(of: try InvocationURL(url)) else { return nil }
        return store
    }

    /// Each URL seen in the middle of its row's store, some of them twice or somewhere else, too.
    private func audited(_ deployment: RandomDeployment, _ comment: String) throws -> AuditReport {
        let auditor = Auditor(
            AuditScope(
                stores: deployment.stores, experiences: deployment.experiences, templates: [deployment.template]))
        var count = 0
        for (index, tag) in deployment.tags.enumerated() {
            let region = try #require(deployment.stores.first { $0.id == tag.store }?.region)
            let times: [(Int64, Double)] = [(0, 0), (0, 1), (60, 0), (120, index == 0 ? 9_000 : 2), (180, 3)]
            for (minute, metres) in times.prefix(1 + index % 5) {
                auditor.intake.add(
                    Sighting(
                        time: Timestamp(milliseconds: 1_795_000_200_000 + minute * 60_000), url: tag.url, uid: nil,
                        place: region.centre.moved(by: metres, azimuth: 30), error: try PositionError(accuracy: 5)))
                count += 1
            }
        }
        let report = auditor.outcome(keepingEveryTag: true).report(listingTags: true)
        let quick = auditor.outcome(threads: 2).report()
        #expect(quick.summary == report.summary && quick.findings == report.findings, "\(comment)")
        let summary = report.summary
        let tags =
            summary.inside + summary.outside + summary.undecided + summary.roaming + summary.noStore
            + summary.unregistered + summary.foreign + summary.retired
        #expect(tags == summary.tags && summary.tags == Set(deployment.tags.map(\.url)).count, "\(comment)")
        #expect(
            summary.visits + summary.repeated + summary.leftOut == count && summary.sightings == count, "\(comment)")
        return report
    }

    /// What contradicts a tag's row stops the check and the write job alike.
    private func compare(_ deployment: RandomDeployment, _ finder: StoreFinder, _ comment: String) throws {
        let doubts = BatchCheck.doubts(
            about: deployment.tags, stores: deployment.stores, experiences: deployment.experiences,
            templates: [StoreTemplate(deployment.template)])
        let check = CheckReport(
            CheckSubject(
                deployments: [], stores: deployment.stores, experiences: deployment.experiences,
                templates: [StoreTemplate(deployment.template)], tags: deployment.tags))
        let codes: Set<RuleCode> = [
            .otherStore, .storeUnknown, .urlLocation, .prefixNotIntended, .unregistered, .ambiguous, .hostUnknown,
        ]
        for tag in deployment.tags {
            let doubt = doubts.first { $0.tag.id == tag.id }
            let findings = check.findings.filter { codes.contains($0.code) && $0.tags.contains(tag.id.text) }
            #expect(doubt == nil || !findings.isEmpty, "\(tag.url): write says \(doubt?.why ?? ""), \(comment)")
            let meant = try store(tag.url, finder)
            if let meant, meant != tag.store {
                #expect(doubt != nil && !findings.isEmpty, "\(tag.url) of \(tag.store) means \(meant), \(comment)")
            } else if meant == tag.store {
                // The URL names the right store; the experience that opens may be another one's.
                let isOther = findings.contains { $0.code == .prefixNotIntended }
                #expect(doubt?.code != .otherStore || isOther, "\(tag.url): \(doubt?.why ?? ""), \(comment)")
            }
        }
    }

    @Test(.enabled(if: SwiftCompiler.path != nil, "needs swiftc"), .timeLimit(.minutes(10)))
    func `the exported code reads the same in every URL`() throws {
        var numbers = SeededNumbers(seed: Self.seed)
        let count = 24
        var (documents, wanted): ([(json: [UInt8], urls: [String])], [String]) = ([], [])
        for number in 0..<count {
            let deployment = try RandomDeployment(urls: max(1, Self.urls / count), using: &numbers)
            let experiences = Array(deployment.experiences.prefix(40))
            let profile = DeploymentProfile(
                name: "random\(number)", template: deployment.template.text, apps: ["T.example.Clip"])
            let export = try ProjectExport(
                LoadedDeployment(
                    name: profile.name, template: deployment.template.text, stores: deployment.stores,
                    experiences: experiences, batches: [], profile: profile))
            let json = try #require(export.files.first { $0.path.hasSuffix("/deployment.json") }).bytes
            documents.append((json, deployment.tags.map(\.url)))
            let finder = StoreFinder(
                stores: deployment.stores, templates: [StoreTemplate(deployment.template)], experiences: experiences)
            wanted += try deployment.tags.map { tag in
                let example = HandoverFile.example(
                    try InvocationURL(tag.url), in: finder, template: deployment.template)
                let content = example.content.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
                return [tag.url, example.store ?? "-", example.experience ?? "-", example.tag ?? "-"]
                    .joined(separator: " ") + " " + content.joined(separator: "&")
            }
        }
        let found = try ExportedProject(try Samples.chain(1)).destinations(documents)
        #expect(found.count == wanted.count)
        for (found, wanted) in zip(found, wanted) where found != wanted {
            Issue.record("the exported code reads \(found), wanted \(wanted); seed \(Self.seed)")
        }
    }
}
