import AppClips
import DeploymentCheck
import Foundation
import Registry
import Sites
import Testing

/// Every code of every check is planted somewhere: a new one without a planted fault is named here.
@Suite(.enabled(if: TestAuthority.isThere, "needs openssl and python3"), .timeLimit(.minutes(10)))
struct EveryFaultTests {
    /// What no server of the other suites shows.
    enum Surroundings: String, CaseIterable, CustomTestStringConvertible {
        case lateCertificate, plainHTTP, closedPort, namelessHost, otherClip, closedLinks

        var code: SiteFault.Code {
            switch self {
            case .lateCertificate: .certificateNotYetValid
            case .plainHTTP: .tls
            case .closedPort: .unreachable
            case .namelessHost: .hostNotFound
            case .otherClip: .appMissing
            case .closedLinks: .linksMissing
            }
        }

        var testDescription: String { rawValue }
    }

    @Test(arguments: Surroundings.allCases) func `what surrounds the file is named, too`(_ one: Surroundings)
        async throws
    {
        let folder = try TestAuthority.folder.get()
        let server = try TLSServer(.good, one == .lateCertificate ? .notYetValid : .good, folder: folder)
        let plain = try PythonServer(Self.plain, certificate: "good", in: folder, [])
        let host =
            switch one {
            case .plainHTTP: "localhost:\(plain.port)"
            case .closedPort: "localhost:1"
            // No label has more than 63 characters (RFC 1035, 2.3.4).
            case .namelessHost: String(repeating: "x", count: 64) + ".invalid"
            default: "localhost:\(server.port)"
            }
        let url = try InvocationURL("https://localhost/a")
        let report = try await SiteProbe(timeout: .seconds(30), certificateAuthorities: server.authorities).faults(
            at: host, apps: one == .otherClip ? ["Z.other.Clip"] : [Site.app],
            links: one == .closedLinks ? ["ABCDE12345.example.egg": [url]] : [:])
        #expect(report.faults.map(\.code) == [one.code], "\(report.faults)")
        #expect(report.faults.allSatisfy { !$0.why.isEmpty && !$0.next.isEmpty })
        withExtendedLifetime((server, plain)) {}
    }

    @Test func `every fault of a site is planted`() {
        var planted = Set(SiteProbeTests.cases.map(\.code))
        planted.formUnion(AppleCopyTests.cases.flatMap(\.codes))
        planted.formUnion(AddressFamilyTests.cases.flatMap(\.codes))
        planted.formUnion(AssetLinksTests.cases.compactMap(\.code))
        planted.formUnion(Surroundings.allCases.map(\.code))
        let missing = Set(SiteFault.Code.allCases).subtracting(planted)
        #expect(missing.map(\.rawValue) == [], "plant each in a table of these tests")
    }

    @Test func `every fault of a page is planted`() {
        // The time that is used up is a test of its own.
        let planted = Set(PageProbeTests.cases.flatMap(\.codes)).union([.notAsked])
        let missing = Set(PageFault.Code.allCases).subtracting(planted)
        #expect(missing.map(\.rawValue) == [], "plant each in a table of these tests")
    }

    /// The rules of `waymark check` have tables of their own, whose completeness is tested beside them.
    @Test func `at least sixty faults have a name`() {
        let codes =
            RuleCode.allCases.map(\.rawValue) + SiteFault.Code.allCases.map(\.rawValue)
            + PageFault.Code.allCases.map(\.rawValue)
        #expect(codes.count >= 84, "\(codes.count)")
    }

    @Test(arguments: ["bikesrental", "brightegg", "fruta", "melamela"])
    func `the exported site of a shipped deployment has no fault when it is served`(name: String) async throws {
        let deployment = try Shipped(name)
        let loaded = deployment.loaded
        let export = try SiteExport(
            deployments: [loaded.profile], stores: loaded.stores, templates: try loaded.storeTemplates,
            experiences: loaded.experiences, tags: loaded.batches.flatMap(\.tags), pictures: deployment.picture,
            existing: { _, _ in nil })
        var pages: [String: PagesServer.Page] = [:]
        for file in export.files {
            let isPage = file.path.hasSuffix("/index.html")
            let type = isPage ? "text/html; charset=utf-8" : "application/json"
            let page = PagesServer.Page(
                headers: ["Content-Type": type], body: String(decoding: file.bytes, as: UTF8.self))
            let path = isPage ? String(file.path.dropLast("/index.html".count)) : file.path
            pages[path] = page
            if isPage { pages[path + "/"] = page }
        }
        for host in export.hosts {
            pages["localhost/a/v1/\(host)"] = pages["\(host)/.well-known/apple-app-site-association"]
        }
        let server = try PagesServer(pages)
        let probe = SiteProbe(
            timeout: .seconds(30), copies: "https://\(server.address)/a/v1", server: server.address,
            certificateAuthorities: server.authorities)
        let urls = loaded.batches.flatMap(\.tags).compactMap { try? InvocationURL($0.url) }
        for host in export.hosts {
            let report = try await probe.faults(at: host, apps: Set(loaded.profile.apps))
            #expect(report.faults == [], "\(report.faults)")
        }
        let reports = try await PageProbe(
            deployments: [loaded.profile], experiences: loaded.experiences, timeout: .seconds(30),
            within: .seconds(300),
            server: server.address, certificateAuthorities: server.authorities
        ).reports(on: urls)
        #expect(!reports.isEmpty)
        #expect(reports.flatMap(\.faults) == [])
        withExtendedLifetime(server) {}
    }

    /// A deployment of the folder `tags`.
    private struct Shipped {
        let folder: URL
        let loaded: LoadedDeployment

        init(_ name: String) throws {
            folder = URL(filePath: #filePath).appending(path: "../../../../tags/\(name)").standardizedFileURL
            let manifest = try JSONDecoder().decode(
                DeploymentManifest.self, from: Data(contentsOf: folder.appending(path: DeploymentManifest.fileName)))
            var contents: [String: [UInt8]] = [:]
            for path in manifest.registryFiles {
                contents[path] = Array(try Data(contentsOf: folder.appending(path: path)))
            }
            loaded = try DeploymentFiles(manifest: manifest, contents: contents).read(known: []).deployment
        }

        func picture(_ name: String) throws -> [UInt8]? { Array(try Data(contentsOf: folder.appending(path: name))) }
    }

    /// Speaks HTTP where TLS is expected: its context hands the socket through.
    private static let plain = #"""
        import ssl

        class Plain:
            def __init__(self, protocol): pass
            def load_cert_chain(self, *files): pass
            def wrap_socket(self, client, server_side):
                client.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
                return client

        ssl.SSLContext = Plain

        def answer(stream, lines):
            return False
        """#
}
