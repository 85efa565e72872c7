import AppClips
import DeploymentCheck
import Registry
import Sites
import Testing

/// Sites of several businesses, and of a business with several App Clips.
struct SeveralDeploymentsTests {
    private static let other = "FGHIJ67890.example.fruta.Clip"

    private static let egg = DeploymentProfile(
        name: "egg", apps: [Site.app], appStoreIDs: [Site.app: "1500000009"], fullApps: ["ABCDE12345.example.egg"],
        android: [AndroidApp(name: "example.egg", fingerprints: [])],
        order: WebOrder(url: "https://order.egg.example/menu{?store}"))
    private static let fruta = DeploymentProfile(
        name: "fruta", apps: [other], appStoreIDs: [other: "123456789"], fullApps: ["FGHIJ67890.example.fruta"],
        android: [AndroidApp(name: "example.fruta", fingerprints: [])],
        order: WebOrder(url: "https://order.fruta.example/menu{?store}"))

    /// One of each business; the second on `host`.
    private static func experiences(_ host: String = "fruta.example") throws -> [Experience] {
        try [
            Site.experience("https://egg.example/store/", deployment: "egg"),
            Site.experience("https://\(host)/menu/", deployment: "fruta"),
        ]
    }

    /// A folder after an export into it, by path.
    private static func export(
        _ deployments: [DeploymentProfile], _ experiences: [Experience], into files: [String: [UInt8]] = [:]
    ) throws -> [String: [UInt8]] {
        let site = try SiteExport(
            deployments: deployments, experiences: experiences, tags: [], existing: { files["\($0)/\($1)"] })
        return files.merging(site.files.map { ($0.path, $0.bytes) }) { $1 }
    }

    private static func association(_ host: String, _ files: [String: [UInt8]]) throws -> AssociationFile {
        try AssociationFile(try #require(files["\(host)/\(AssociationFile.path)"]))
    }

    /// What `waymark check` finds about apps and their hosts.
    private static func findings(
        _ deployments: [DeploymentProfile], _ experiences: [Experience], _ files: [String: [UInt8]]
    ) throws -> [CheckFinding] {
        var subject = CheckSubject(
            deployments: deployments, stores: [], experiences: experiences, templates: [], tags: [])
        subject.associations = [:]
        subject.assetLinks = [:]
        for host in Set(experiences.map(\.url.host)) {
            let file = try association(host, files)
            subject.associations?[host] = .apps(file.apps, links: file.links)
            if let bytes = files["\(host)/\(AssetLinksFile.path)"] {
                subject.assetLinks?[host] = .apps(try AssetLinksFile(bytes).apps)
            }
        }
        let codes: Set<RuleCode> = [
            .noApp, .appUnknown, .associationMissing, .associationApp, .linksMissing, .androidLinks,
        ]
        return CheckReport(subject).findings.filter { codes.contains($0.code) }
    }

    @Test(arguments: [[egg, fruta], [fruta, egg]])
    func `a page has the banner and the links of its own business alone`(deployments: [DeploymentProfile]) throws {
        let files = try Self.export(deployments, Self.experiences())
        let words = [
            "egg.example/store": [
                "app-id=1500000009,", "id=example.egg\"", "order.egg.example", "id=example.egg.Clip,",
            ],
            "fruta.example/menu": [
                "app-id=123456789,", "id=example.fruta\"", "order.fruta.example", "id=example.fruta.Clip,",
            ],
        ]
        for (page, own) in words {
            let html = String(decoding: try #require(files["\(page)/index.html"]), as: UTF8.self)
            for word in own { #expect(html.contains(word), "\(page): \(word)") }
            for word in words.values.joined() where !own.contains(word) {
                #expect(!html.contains(word), "\(page): \(word)")
            }
        }
    }

    @Test func `an experience that names no business is of the one that lists its App Clip`() throws {
        let both = [Self.egg, Self.fruta]
        let named = try Site.experience("https://egg.example/", app: Self.other)
        #expect(both.deployment(of: named)?.name == "fruta" && both.appStoreID(of: named) == "123456789")
        #expect(both.apps(of: named) == [Self.other] && both.fullApps(of: named) == Set(Self.fruta.fullApps))
        // Nothing says which: the hosts vouch for all.
        let bare = try Site.experience("https://egg.example/")
        #expect(both.app(of: bare) == Site.app && both.apps(of: bare) == [Site.app, Self.other])
        #expect(both.fullApps(of: bare) == Set(both.flatMap(\.fullApps)))
        #expect([DeploymentProfile]().app(of: named) == Self.other)
    }

    @Test func `two App Clips on two hosts: each host vouches for its own, and passes the check`() throws {
        let profile = DeploymentProfile(
            name: "egg", apps: [Site.app, Self.other], fullApps: Self.egg.fullApps + Self.fruta.fullApps)
        let clips = ["egg.example": Site.app, "fruta.example": Self.other]
        let experiences = try clips.sorted { $0.key < $1.key }.map { host, clip in
            try Site.experience("https://\(host)/", app: clip, deployment: "egg")
        }
        let files = try Self.export([profile], experiences)
        for (host, clip) in clips {
            let file = try Self.association(host, files)
            #expect(file.apps == [clip] && [profile].apps(on: host, of: experiences) == [clip])
            #expect(file.links.details.map(\.apps) == [[String(clip.dropLast(".Clip".count))]])
        }
        #expect(try Self.findings([profile], experiences, files) == [])
    }

    @Test(arguments: ["fruta.example", "egg.example"])
    func `two businesses that are exported one by one pass the check together`(host: String) throws {
        let experiences = try Self.experiences(host)
        var files = try Self.export([Self.egg], [experiences[0]])
        files = try Self.export([Self.fruta], [experiences[1]], into: files)
        #expect(try Self.findings([Self.egg, Self.fruta], experiences, files) == [])
        files = try Self.export([Self.egg], [experiences[0]], into: files)
        #expect(try Self.findings([Self.egg, Self.fruta], experiences, files) == [])
        // And exported together a host names no App Clip of the other.
        let together = try Self.export([Self.egg, Self.fruta], experiences)
        let isShared = host == "egg.example"
        #expect(try Self.association("egg.example", together).apps == (isShared ? [Site.app, Self.other] : [Site.app]))
        #expect(try Self.findings([Self.egg, Self.fruta], experiences, together) == [])
    }

    @Test func `a business without an App Clip is a finding, and gets none of the other's`() throws {
        let deployments = [Self.egg, DeploymentProfile(name: "fruta")]
        let experiences = try Self.experiences()
        let files = try Self.export(deployments, experiences)
        #expect(try Self.association("fruta.example", files).apps == [])
        let findings = try Self.findings(deployments, experiences, files)
        #expect(findings.map(\.code) == [.noApp])
        #expect(findings.first?.message.contains("is named by fruta:") == true)
    }

    @Test(.enabled(if: TestAuthority.isThere, "needs openssl and python3"), .timeLimit(.minutes(10)))
    func `what is exported of two businesses has no fault when it is served`() async throws {
        let deployments = [Self.egg, Self.fruta]
        let experiences = try Self.experiences()
        var pages: [String: PagesServer.Page] = [:]
        for (path, bytes) in try Self.export(deployments, experiences) {
            let isPage = path.hasSuffix("/index.html")
            let type = isPage ? "text/html; charset=utf-8" : "application/json"
            pages[isPage ? String(path.dropLast("index.html".count)) : path] = PagesServer.Page(
                headers: ["Content-Type": type], body: String(decoding: bytes, as: UTF8.self))
        }
        let server = try PagesServer(pages)
        let probe = SiteProbe(
            timeout: .seconds(30), server: server.address, certificateAuthorities: server.authorities)
        for host in ["egg.example", "fruta.example"] {
            let report = try await probe.faults(
                at: host, apps: deployments.apps(on: host, of: experiences),
                android: deployments.android(on: host, of: experiences))
            #expect(report.faults == [], "\(report.faults)")
        }
        let reports = try await PageProbe(
            deployments: deployments, experiences: experiences, timeout: .seconds(30), within: .seconds(300),
            server: server.address, certificateAuthorities: server.authorities
        ).reports(on: experiences.map(\.url))
        // The cards of these tests have no pictures.
        #expect(reports.map { $0.faults.map(\.code) } == [[.noPicture], [.noPicture]], "\(reports)")
        withExtendedLifetime(server) {}
    }
}
