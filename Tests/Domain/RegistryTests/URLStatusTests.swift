import AppClips
import Registry
import Testing

/// What a URL comes to among active and retired experiences.
struct URLStatusTests {
    private static func finder(
        active: [String] = ["https://egg.example/", "https://egg.example/menu", "https://tea.example/shop/"],
        retired: [String] = ["https://egg.example/old/", "https://gone.example/"], apps: [String] = []
    ) throws -> ExperienceFinder {
        let card = try Card(title: "E", subtitle: "S", action: .open)
        func experience(_ url: String, _ status: Experience.Status) throws -> Experience {
            Experience(url: try InvocationURL(url), card: card, status: status)
        }
        return ExperienceFinder(
            try retired.map { try experience($0, .retired) } + active.map { try experience($0, .active) }, apps: apps)
    }

    /// A status in a line.
    private static func text(_ status: URLStatus) -> String {
        switch status {
        case .notURL(_, let origin, let isRegistered): "not a URL: \(origin) \(isRegistered ? "ours" : "foreign")"
        case .appleLink(let link, let isOurs): "\(link) \(isOurs.map { $0 ? "ours" : "another's" } ?? "unknown")"
        case .registered(let experience): "opens \(experience.url)"
        case .retired(let experience, let otherwise): "retired \(experience.url), else \(text(otherwise))"
        case .ambiguous(let question, let candidates):
            "\(question.rawValue) \(candidates.map(\.text).joined(separator: " "))"
        case .unregistered(let host): "unregistered on \(host)"
        case .foreign(let host, let reason): "foreign \(host) \(reason.rawValue)"
        }
    }

    @Test(arguments: [
        ("https://egg.example/a?tag=1", "opens https://egg.example/"),
        ("https://egg.example/menu/1", "opens https://egg.example/menu"),
        ("https://egg.example/menus", "partial-component https://egg.example/menu https://egg.example/"),
        ("http://egg.example/a", "scheme https://egg.example/"),
        ("https://egg.example/old/1", "retired https://egg.example/old/, else opens https://egg.example/"),
        ("https://gone.example/1", "retired https://gone.example/, else foreign gone.example other-host"),
        ("https://tea.example/kettle", "unregistered on tea.example"),
        ("https://milk.example/", "foreign milk.example other-host"),
        ("ftp://egg.example/", "foreign egg.example not-web"),
        ("https://egg.example/a b", "not a URL: egg.example ours"),
        ("https://tea.example/a b", "not a URL: tea.example ours"),
        ("https://milk.example/a b", "not a URL: milk.example foreign"),
        ("hello", "not a URL: hello foreign"),
        ("https:// /", "not a URL: https:// / foreign"),
        ("https://appclip.apple.com/demo", "demo unknown"),
        ("https://appclip.apple.com/id?p=com.egg.Clip&tag=1", "standard(bundle: \"com.egg.Clip\") unknown"),
    ])
    func `a URL comes to one status`(url: String, status: String) throws {
        #expect(Self.text(try Self.finder().status(of: url)) == status)
    }

    @Test(arguments: [("com.egg.Clip", "ours"), ("com.tea.Clip", "another's")])
    func `Apple's default link opens the App Clip that it names`(bundle: String, owner: String) throws {
        let finder = try Self.finder(apps: ["TEAM123456.com.egg.Clip"])
        let status = finder.status(of: "https://appclip.apple.com/id?p=\(bundle)")
        #expect(Self.text(status) == "standard(bundle: \"\(bundle)\") \(owner)")
    }

    @Test func `Apple's own links are not registered`() throws {
        let link = "https://appclip.apple.com/demo"
        #expect(Self.text(try Self.finder(active: [link], retired: []).status(of: link)) == "demo unknown")
    }

    @Test func `of two experiences with one URL the active one counts`() throws {
        let finder = try Self.finder(active: ["https://egg.example/"], retired: ["https://egg.example/"])
        #expect(Self.text(finder.status(of: "https://egg.example/1")) == "opens https://egg.example/")
    }

    @Test(arguments: [[], ["https://gone.example/"]])
    func `the fast way and the careful one say the same`(retired: [String]) throws {
        let finder = try Self.finder(retired: retired)
        for url in [
            "https://egg.example/a", "https://egg.example/menu", "https://egg.example/%6Denu", "https://egg.example",
        ] {
            #expect(finder.status(of: url) == finder.status(of: try InvocationURL(url)))
        }
    }

    /// Which of the questions about whose a URL is have an answer, and whether an App Clip may open.
    @Test(arguments: [
        ("https://egg.example/a", "ours", nil),
        ("https://egg.example/menus", "ours", "the registered URL ends in the middle of a component of its path"),
        ("https://gone.example/1", "ours", "no experience is registered for its host"),
        (
            "https://tea.example/kettle", "unregistered tea.example",
            "its host is registered, but no registered URL is a prefix of it"
        ),
        ("https://milk.example/", "foreign milk.example", "no experience is registered for its host"),
        ("hello", "foreign hello", "it has no scheme such as https:"),
        (
            "https://appclip.apple.com/demo", "foreign appclip.apple.com",
            "it is Apple's demo link: it takes no parameters, so every tag with it is the same"
        ),
        (
            "https://appclip.apple.com/id?p=com.tea.Clip", "foreign the App Clip com.tea.Clip",
            "it is Apple's default link: it opens the default experience, which is not registered by URL"
        ),
    ])
    func `a URL is ours, or there is a reason why not`(url: String, owner: String, objection: String?) throws {
        let status = try Self.finder(apps: ["TEAM123456.com.egg.Clip"]).status(of: url)
        let owners = [
            status.isOurs ? "ours" : nil, status.unregistered.map { "unregistered \($0.host)" },
            status.foreign.map { "foreign \($0.origin)" },
        ].compactMap { $0 }
        #expect(owners == [owner])
        #expect(status.objection == objection)
    }
}
