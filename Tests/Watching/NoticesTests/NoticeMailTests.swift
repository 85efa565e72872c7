import Foundation
import Notices
import Testing

struct NoticeMailTests {
    private static func notice(_ number: Int, _ message: String, kind: Notice.Kind = .new) throws -> Notice {
        let run = Notice.Run(id: "r1", new: 2, gone: 1, still: 4, notChecked: 0)
        return Notice(
            kind, id: try NoticeID(kind, of: "\(number)", after: "g"), time: 1_795_479_616,
            Notice.Particulars(
                station: "bench", part: "site fruta.example", identity: "\(number)", code: "copy-outdated",
                severity: .critical, message: message, next: "wait", since: 1_795_479_616, run: run))
    }

    @Test func `the date is as mail writes it`() throws {
        let text = String(
            decoding: try NoticeMail([Self.notice(1, "a")], from: "w@example.org", to: ["o@example.org"])
                .bytes(at: 1_795_479_616), as: UTF8.self)
        let date = text.split(separator: "\r\n").first { $0.hasPrefix("Date: ") }.map(String.init)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        #expect(date == "Date: " + formatter.string(from: Date(timeIntervalSince1970: 1_795_479_616)))
    }

    @Test func `a message cannot add a field or a line of the header`() throws {
        let hostile = "a\r\nBcc: everyone@example.org\r\n\r\nb"
        let first = Notice(
            .began, id: try NoticeID(.began, of: "x", after: "g"), time: 0,
            Notice.Particulars(
                station: "bench\r\nX-Evil: 1", part: "p", identity: "x", code: "c", severity: .notice, message: hostile,
                next: hostile, since: 0, run: Notice.Run(id: "r", new: 0, gone: 0, still: 0, notChecked: 0)))
        let text = String(
            decoding: try NoticeMail([first], from: "w@example.org", to: ["o@example.org"]).bytes(at: 0), as: UTF8.self)
        let header = try #require(text.components(separatedBy: "\r\n\r\n").first)
        let names = header.components(separatedBy: "\r\n").filter { !$0.hasPrefix(" ") }
            .map { String($0.prefix { $0 != ":" }) }
        #expect(
            names == [
                "Date", "From", "To", "Message-ID", "Subject", "MIME-Version", "Content-Type",
                "Content-Transfer-Encoding", "Auto-Submitted",
            ])
        #expect(header.utf8.allSatisfy { $0 < 0x80 })
        #expect(header.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 78 || !$0.hasPrefix("Subject") })
    }

    @Test func `the same notices make a mail of the same identifier, in any order`() throws {
        let (one, other) = (try Self.notice(1, "a"), try Self.notice(2, "b"))
        func identifier(_ notices: [Notice]) throws -> String {
            try NoticeMail(notices, from: "w@example.org", to: ["o@example.org"]).identifier()
        }
        #expect(try identifier([one, other]) == identifier([other, one]))
        #expect(try identifier([one]) == "<\(one.id)@example.org>")
        #expect(try identifier([one, other]) != identifier([one]))
    }

    @Test func `a mail says the counts, and lists new before gone`() throws {
        let notices = [
            try Self.notice(1, "old", kind: .gone), try Self.notice(2, "fresh"), try Self.notice(3, "other"),
        ]
        let mail = NoticeMail(notices, from: "w@example.org", to: ["o@example.org"])
        #expect(mail.subject == "[waymark] bench: 2 new, 1 gone, 4 still there")
        let text = mail.text
        let places = ["New", "fresh", "Gone", "old", "4 more were there before"].map { text.range(of: $0)?.lowerBound }
        #expect(!places.contains(nil))
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }
}
