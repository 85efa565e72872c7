import ArgumentParsing
import Foundation
import Testing

@Suite struct `A manual page` {
    @Test func `is made for the program and each of its commands`() throws {
        #expect(try text("--generate-manual list") == "bakery.1\nbakery-loaf.1\nbakery-count.1\n")
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff"), "groff is not installed"),
        arguments: ["bakery", "bakery-loaf", "bakery-count"])
    func `is set by groff without a warning`(name: String) throws {
        let (page, warnings) = try typeset(try text("--generate-manual \(name)"))
        #expect(warnings.isEmpty)
        #expect(page.contains("EXIT STATUS"))
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff"), "groff is not installed"))
    func `of a group holds the commands in it`() throws {
        let (page, _) = try typeset(try text("--generate-manual bakery-loaf"))
        let words = page.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("bakery loaf bake NAME [SIZE] --from FILE [--crust soft|hard]"), "the synopsis")
        #expect(page.contains("--crust soft|hard"))
        #expect(page.contains("bakery loaf bake rye --from rye.csv"), "an example")
    }

    @Test func `that does not exist is refused with the list's name`() {
        #expect {
            try Bakery.parse("--generate-manual cake")
        } throws: { error in
            "\(error)".contains("bakery --generate-manual list")
        }
    }

    private func text(_ line: String) throws -> String {
        guard case .print(let text) = try Bakery.parse(line) else {
            Issue.record("the parser prints nothing")
            return ""
        }
        return text
    }

    private func typeset(_ source: String) throws -> (page: String, warnings: String) {
        let process = Process()
        let (input, output, errors) = (Pipe(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/groff")
        process.arguments = ["-ww", "-man", "-Tascii", "-P-cbou"]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: Data(source.utf8))
        try input.fileHandleForWriting.close()
        let page = try output.fileHandleForReading.readToEnd() ?? Data()
        let warnings = try errors.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: page, as: UTF8.self), String(decoding: warnings, as: UTF8.self))
    }
}
