import AppClips
import DeploymentCheck
import Foundation
import Registry
import Testing

/// Every rule, broken once and more.
struct CheckRuleTests {
    @Test(arguments: ShippedDeployment.names) func `a shipped deployment has no findings`(name: String) throws {
        let report = CheckReport(try ShippedDeployment(name).subject())
        #expect(report.findings == [])
        #expect(report.notChecked == [])
        #expect(report.tags > 0 && report.experiences > 0)
    }

    @Test(arguments: PlantedFault.all) func `a planted fault is one finding with the right words`(_ fault: PlantedFault)
        throws
    {
        let findings = try fault.report().findings
        #expect(findings.map(\.code) == [fault.code], "\(findings)")
        let finding = try #require(findings.first)
        #expect(finding.message.contains(fault.words), "\(finding.message)")
        #expect(!finding.next.isEmpty)
    }

    @Test func `every rule has a fault that breaks it`() {
        #expect(Set(PlantedFault.all.map(\.code)) == Set(RuleCode.allCases))
    }

    @Test func `a fault names everything that it touches`() throws {
        let fault = try #require(PlantedFault.all.first { $0.code == .retiredExperience })
        let finding = try #require(try fault.report().findings.first)
        #expect(finding.tags == (1...8).map { "m-t0\($0)" })
        #expect(finding.experiences == ["https://melamela.example/order"])
        #expect(finding.stores == ["mela"])
        #expect(finding.severity == .critical)
    }

    @Test(arguments: [
        ("16.4", false, CheckSeverity.warning, "open without it since iOS 16.4"),
        ("16.3", false, .critical, "it is needed for phones with iOS 16.3 and earlier"),
        ("26.0", true, .critical, "it is needed for banners and links in Messages"),
    ])
    func `how bad it is that a host does not vouch depends on medium and iOS`(
        iOS: String, hasBanner: Bool, severity: CheckSeverity, words: String
    ) throws {
        var subject = try ShippedDeployment("bikesrental").subject()
        let apps = subject.deployments[0].apps
        subject.reprofile(
            apps: apps, appStoreIDs: hasBanner ? subject.deployments[0].appStoreIDs : [:], minimumIOS: iOS)
        let association = try #require(subject.associations?["bikesrental.example"])
        guard case .apps(_, let links) = association else { throw CocoaError(.fileReadCorruptFile) }
        for (broken, code) in [
            (nil, RuleCode.associationMissing), (.unreadable("it is not JSON"), .associationMissing),
            (.apps(["A.b"], links: links), .associationApp),
        ] as [(CheckSubject.Association?, RuleCode)] {
            subject.associations = broken.map { ["bikesrental.example": $0] } ?? [:]
            let finding = try #require(CheckReport(subject).findings.first { $0.code == code })
            #expect(finding.severity == severity)
            #expect(finding.message.hasSuffix(words), "\(finding.message)")
        }
    }

    @Test func `a host that grants the app for Android its URLs, or was not examined, is no finding`() throws {
        var subject = try ShippedDeployment("melamela").subject()
        subject.grant(["melamela.example": .apps(["example.app": ["AA:01", "BB:02", "CC:03"]])])
        #expect(!CheckReport(subject).findings.contains { $0.code == .androidLinks })
        subject.assetLinks = nil
        #expect(!CheckReport(subject).findings.contains { $0.code == .androidLinks })
    }

    @Test func `every registered URL is resolved as if it had been scanned itself`() throws {
        var subject = try ShippedDeployment("brightegg").subject()
        let chain = "https://brighteggcafe.example/store/"
        #expect(CheckReport(subject).registered.map(\.opens) == subject.experiences.map(\.url.text))
        #expect(CheckReport(subject).registered.map(\.store) == [nil, "cupertino"])
        #expect(CheckReport(subject).registered.map(\.tags) == [14, 4])
        // The flagship's URL then opens the chain's card.
        subject.replace(1, status: .retired)
        #expect(CheckReport(subject).registered.map(\.opens) == [chain, chain])
    }

    @Test func `a tag that is out of service is nobody's finding`() throws {
        var subject = try ShippedDeployment("melamela").subject()
        try subject.retag("https://nowhere.example/")
        #expect(CheckReport(subject).findings.map(\.code) == [.hostUnknown])
        subject.tags[0].state = .retired
        #expect(CheckReport(subject).findings == [])
    }

    @Test func `what nobody looked at is said`() throws {
        var subject = try ShippedDeployment("melamela").subject()
        subject.pictures = nil
        subject.associations = nil
        #expect(CheckReport(subject).notChecked.count == 2)
        #expect(CheckReport(subject).findings == [])
    }
}
