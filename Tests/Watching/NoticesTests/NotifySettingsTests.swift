import Faults
import Foundation
import Notices
import Testing

struct NotifySettingsTests {
    private static let webhook = #"{"url":"https://hooks.example/a","secret":"s"}"#
    private static let mail = #"{"server":"smtp.example:587","from":"w@example.org","to":["ops@example.org"]}"#

    private static func settings(_ receivers: String, _ more: String = "") -> String {
        #"{"schema":1,"receivers":[\#(receivers)]\#(more)}"#
    }

    private static func read(_ text: String) throws -> NotifySettings {
        try JSONDecoder().decode(NotifySettings.self, from: Data(text.utf8))
    }

    private static func refusal(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch let error as DecodingError {
            return error.explanation(in: Array(text.utf8))
        } catch {
            return "\(error)"
        }
    }

    @Test func `what is left out has its usual value`() throws {
        let settings = try Self.read(
            Self.settings(#"{"name":"ops","webhook":\#(Self.webhook)},{"name":"mail","mail":\#(Self.mail)}"#))
        #expect(settings.maximumAgeHours == 72)
        #expect(settings.receivers.map(\.name) == ["ops", "mail"])
        #expect(settings.receivers.map(\.least) == [.notice, .notice])
        guard case .mail(let mail) = settings.receivers[1].target else {
            Issue.record("the second receiver is mail")
            return
        }
        #expect(mail.security == "starttls")
    }

    @Test(arguments: [
        (
            settings(#"{"name":"ops","webhok":{}}"#),
            #"the key "webhok" is unknown; keys are: least, mail, name, webhook; did you mean "webhook"?"#
        ),
        (
            settings(#"{"name":"ops","webhook":{"url":"https://a.example/","secret":"s","password":"p"}}"#),
            #"the key "password" is unknown"#
        ),
        (settings("", #","colour":1"#), #"the key "colour" is unknown"#), (settings(""), "there are 0 receivers"),
        (#"{"schema":2,"receivers":[]}"#, "schema 2 is not known"),
        (settings(#"{"name":"ops"}"#), "needs either webhook or mail"),
        (settings(#"{"name":"ops","webhook":\#(webhook),"mail":\#(mail)}"#), "needs either webhook or mail"),
        (
            settings(#"{"name":"a","webhook":\#(webhook)},{"name":"a","mail":\#(mail)}"#),
            #"two receivers have the name "a""#
        ),
        (settings(#"{"name":"Ops!","webhook":\#(webhook)}"#), "is not a name of 1 to 32"),
        (
            settings(#"{"name":"ops","least":"bad","webhook":\#(webhook)}"#),
            #""bad" is none of: notice, warning, critical"#
        ),
        (settings(#"{"name":"ops","webhook":{"url":"http://hooks.example/a","secret":"s"}}"#), "begins with https://"),
        (
            settings(#"{"name":"ops","webhook":{"url":"http://127.0.0.1.evil.example/a","secret":"s"}}"#),
            "begins with https://"
        ),
        (settings(#"{"name":"ops","webhook":{"url":"https://u:p@hooks.example/","secret":"s"}}"#), "without user"),
        (
            settings(#"{"name":"m","mail":{"server":"smtp.example","from":"w@example.org","to":["o@example.org"]}}"#),
            "is not HOST:PORT"
        ),
        (
            settings(
                #"{"name":"m","mail":{"server":"smtp.example:25","security":"none","from":"w@example.org","to":["o@example.org"]}}"#
            ), "mail to another machine needs TLS"
        ),
        (
            settings(
                #"{"name":"m","mail":{"server":"smtp.example:25","from":"w@example.org\r\nBcc: x@y.example","to":["o@example.org"]}}"#
            ), "is not a mail address"
        ),
        (
            settings(#"{"name":"m","mail":{"server":"smtp.example:25","from":"w@example.org","to":[]}}"#),
            "to has 0 addresses"
        ),
        (
            settings(
                #"{"name":"m","mail":{"server":"smtp.example:25","from":"w@example.org","to":["o@example.org"],"user":"u"}}"#
            ), "user and password are given together"
        ),
        (settings(#"{"name":"ops","webhook":\#(webhook)}"#, #","maximumAgeHours":0"#), "maximumAgeHours"),
    ])
    func `settings that cannot be meant are refused with their reason`(text: String, reason: String) throws {
        let refusal = try #require(Self.refusal(text))
        #expect(refusal.contains(reason), "\(refusal)")
    }

    @Test(arguments: [
        "http://127.0.0.1:8080/a", "http://[::1]:8080/a", "http://localhost/a", "https://hooks.example/a",
    ])
    func `without TLS a webhook is on this machine`(url: String) throws {
        let text = Self.settings(#"{"name":"ops","webhook":{"url":"\#(url)","secret":"s"}}"#)
        #expect(try Self.read(text).receivers.count == 1)
    }
}
