import AppClips
import DeploymentCheck
import Labels
import LaunchPages
import Registry
import Testing

/// The launch matrix of the shipped deployments, and of others with a fault in them.
struct LaunchMatrixTests {
    private func matrix(
        _ name: String, choice: LaunchMatrix.Choice = .init(), _ change: (inout CheckSubject) throws -> Void = { _ in }
    ) throws -> LaunchMatrix {
        var subject = try ShippedDeployment(name).subject()
        try change(&subject)
        return LaunchMatrix(subject, name: name, choice: choice)
    }

    private func outcomes(
        _ part: LaunchPart, _ invocation: ClipInvocation, _ installed: LaunchCase.Installed = .nothing
    )
        -> [LaunchExpectation.Outcome]
    {
        part.cases.first { $0.invocation == invocation && $0.installed == installed }?.expectations.map(\.outcome) ?? []
    }

    @Test(arguments: ShippedDeployment.names) func `every experience and every link of Apple's is a part`(name: String)
        throws
    {
        let subject = try ShippedDeployment(name).subject()
        let matrix = LaunchMatrix(subject, name: name)
        #expect(
            matrix.parts.map(\.kind)
                == subject.experiences.map { _ in .experience } + [.defaultLink, .defaultWebsite, .demoLink])
        #expect(matrix.caseCount == matrix.parts.count * ClipInvocation.allCases.count * 3 * SystemSpan.all.count)
        #expect(matrix.leftOut == [] && matrix.unknown == [])
        for part in matrix.parts where part.kind == .experience {
            #expect(outcomes(part, .nfcTag) == Array(repeating: .appClip, count: 5))
            #expect(outcomes(part, .qrCode, .fullApp) == Array(repeating: .fullApp, count: 5))
        }
    }

    @Test func `each case has a tag of its medium, and Maps launches with the registered URL`() throws {
        let part = try #require(try matrix("melamela").parts.first { $0.title == "Mela Mela" && $0.tags == 3 })
        func carrier(_ invocation: ClipInvocation) -> String? {
            part.cases.first { $0.invocation == invocation }?.carrier?.tag
        }
        #expect(carrier(.nfcTag) == nil && carrier(.qrCode) == "m-d01" && carrier(.scannedCode) == "m-d03")
        let maps = try #require(part.cases.first { $0.invocation == .maps })
        #expect(maps.url == part.url && maps.expectations.allSatisfy { $0.outcome == .appClip })
        // A fleet has no place.
        let bikes = try #require(try matrix("bikesrental").parts.first)
        #expect(outcomes(bikes, .maps) == Array(repeating: .nothing, count: 5))
    }

    /// The check and the matrix say the same of the same fault.
    @Test func `what the check calls critical for lack of an association does not open in the matrix`() throws {
        for (iOS, wanted) in [("16.0", CheckSeverity.critical), ("16.4", .warning)] {
            var subject = try ShippedDeployment("bikesrental").subject()
            subject.reprofile(apps: subject.deployments[0].apps, appStoreIDs: [:], minimumIOS: iOS)
            subject.associations = [:]
            let finding = CheckReport(subject).findings.first { $0.code == .associationMissing }
            #expect(finding?.severity == wanted)
            let part = try #require(LaunchMatrix(subject, name: "b").parts.first)
            let opens = outcomes(part, .nfcTag).dropFirst(iOS == "16.0" ? 0 : 1).allSatisfy { $0 == .appClip }
            #expect(opens == (wanted == .warning))
        }
    }

    @Test func `tags that open nothing are parts of their own`() throws {
        let matrix = try matrix("melamela") {
            try $0.retag("https://melamela.example/menu?tag=m-t01")
            try $0.retag("https://appclip.apple.com/id?p=example.melamela.Clip&tag=m-d01", .qr)
        }
        let lost = try #require(matrix.parts.last)
        #expect(lost.kind == .unregistered && lost.tags == 1)
        #expect(Set(lost.cases.map(\.invocation)) == [.nfcTag])
        #expect(outcomes(lost, .nfcTag) == Array(repeating: .errorCard, count: 5))
        let link = try #require(matrix.parts.first { $0.kind == .defaultLink })
        #expect(link.tags == 1 && link.scanned == "https://appclip.apple.com/id?p=example.melamela.Clip&tag=m-d01")
    }

    @Test func `a retired experience that tags carry opens nothing for certain`() throws {
        let matrix = try matrix("melamela") { $0.replace(0, status: .retired) }
        let part = try #require(matrix.parts.first { $0.kind == .retired })
        #expect(outcomes(part, .nfcTag) == Array(repeating: .unstated, count: 5))
    }

    @Test func `what is left out is named, and what is chosen is there`() throws {
        let few = try matrix("brightegg", choice: .init(most: 1))
        #expect(few.leftOut == ["https://brighteggcafe.example/store/cupertino"])
        let tag = try matrix("brightegg", choice: .init(tags: ["103"]))
        #expect(tag.parts.map(\.url) == ["https://brighteggcafe.example/store/cupertino"])
        #expect(tag.parts.first?.cases.first?.carrier?.tag == "103")
        let url = try matrix("brightegg", choice: .init(experiences: ["https://brighteggcafe.example/store/"]))
        #expect(url.parts.map(\.url) == ["https://brighteggcafe.example/store/"])
        #expect(try matrix("brightegg", choice: .init(tags: ["nowhere"])).unknown == ["nowhere"])
    }

    @Test func `the page escapes what comes from data, and its table has every case as a row`() throws {
        let matrix = try matrix("bikesrental") { subject in
            let old = subject.experiences[0]
            subject.experiences[0] = Experience(
                url: old.url, card: try Card(title: "<b>=1\"&", subtitle: "x", action: .open), store: old.store?.name,
                deployment: old.deployment)
        }
        let page = String(decoding: try LaunchPage(matrix) { _ in "<svg></svg>" }.document(), as: UTF8.self)
        #expect(page.contains("<h2>&lt;b&gt;=1&quot;&amp;</h2>") && !page.contains("<b>=1"))
        #expect(page.matches(of: #/type="checkbox"/#).count == matrix.caseCount)
        #expect(page.contains("Clear Experience Cache") && page.contains("Diagnostics"))
        #expect(String(decoding: matrix.csv, as: UTF8.self).split(separator: "\r\n").count == matrix.caseCount + 1)
    }
}
