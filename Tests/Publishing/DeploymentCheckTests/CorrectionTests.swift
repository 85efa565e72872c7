import AppClips
import DeploymentCheck
import LaunchPages
import Registry
import Testing

/// Statements about Apple's rules that were wrong once, as they are right: two facts of each. Those about what goes behind a code
/// and about its colours are in ClipCodesTests, those about user agents in SiteProbeTests, and what App Store Connect deletes is in
/// AppStoreClientTests.
struct CorrectionTests {
    private func url(_ text: String) throws -> InvocationURL { try InvocationURL(text) }

    private func expectation(_ target: LaunchCase.Target, _ invocation: ClipInvocation, _ span: Int = 2)
        -> LaunchExpectation
    {
        LaunchCase(target: target, invocation: invocation, system: SystemSpan.all[span]).expectation
    }

    @Test func `an association is needed for codes and Messages, and on old iOS for everything`() {
        #expect(ClipLink.advanced.needsAssociation(.scannedCode, on: SystemVersion(major: 26)))
        #expect(ClipLink.advanced.needsAssociation(.messages, on: SystemVersion(major: 26)))
        #expect(ClipLink.advanced.needsAssociation(.nfcTag, on: SystemVersion(major: 16, minor: 3)))
        #expect(!ClipLink.advanced.needsAssociation(.nfcTag, on: SystemVersion(major: 16, minor: 4)))
        #expect(!ClipLink.defaultLink.needsAssociation(.qrCode, on: SystemVersion(major: 16, minor: 4)))
    }

    @Test func `a code takes the demo link's short version, and never the default link`() throws {
        #expect(ClipCodeAlphabet.complaint(about: try url("https://appclip.apple.com/short")) == nil)
        #expect(ClipCodeAlphabet.complaint(about: try url("https://appclip.apple.com/demo?token=1")) != nil)
        #expect(ClipCodeAlphabet.complaint(about: try url("https://appclip.apple.com/id?p=a.Clip")) != nil)
    }

    @Test func `a digit in a code's host is a doubt, an xn-- host is refused`() throws {
        #expect(ClipCodeAlphabet.complaint(about: try url("https://egg2.example/")) == nil)
        #expect(ClipCodeAlphabet.doubt(about: try url("https://egg2.example/")) != nil)
        #expect(ClipCodeAlphabet.complaint(about: try url("https://xn--gg-9ia.example/")) != nil)
    }

    @Test func `a retired experience may open for days, and nothing is promised of it`() throws {
        let retired = expectation(.retired, .nfcTag)
        #expect(retired.outcome == .unstated && retired.basis == .reported && retired.source == .deactivated)
        #expect(retired.why.contains("more than two days"))
    }

    @Test func `an unmatched NFC tag shows an error card, an unmatched link the website`() {
        let touched = expectation(.unregistered, .nfcTag)
        #expect(touched.outcome == .errorCard && touched.why.contains("CPSErrorDomain error 2"))
        #expect(expectation(.unregistered, .qrCode).outcome == .nothing)
    }

    @Test func `the default link is in no banner, and another company's bundle is critical`() throws {
        #expect(expectation(.link(.defaultLink), .website).outcome == .nothing)
        #expect(expectation(.link(.defaultLink), .messages).outcome == .appClip)
        var subject = try ShippedDeployment("melamela").subject()
        try subject.retag("https://appclip.apple.com/id?p=com.other.Clip")
        #expect(CheckReport(subject).findings.map(\.severity) == [.critical])
    }

    @Test func `what testers are advised is as Apple words it`() throws {
        let matrix = LaunchMatrix(try ShippedDeployment("melamela").subject(), name: "melamela")
        let page = String(decoding: try LaunchPage(matrix) { _ in nil }.document(), as: UTF8.self)
        for words in [
            "Register Local Experience", "needs no site association", "it wins over registered experiences",
            "Clear Experience Cache", "Diagnostics", "up to three invocations", "no card is shown",
        ] { #expect(page.contains(words), "\(words)") }
    }

    @Test func `the examples are those of Apple's sessions`() throws {
        let mela = try ShippedDeployment("melamela").subject().experiences.map(\.card.subtitle)
        #expect(mela == ["View menu and order", "Reserve a table"])
        let fruta = try ShippedDeployment("fruta").subject()
        #expect(fruta.tags.contains { $0.url.contains("smoothie=") })
        #expect(fruta.deployments.first?.appStoreIDs.values.first == "123456789")
        let bikes = try ShippedDeployment("bikesrental").subject()
        #expect(bikes.tags.allSatisfy { $0.url.hasPrefix("https://bikesrental.example/rent?bike=") })
    }
}
