import API
import Registry
import TestBench
import Testing

@testable import StationService

/// The files that `waymark sheet` is given.
struct SheetRendererTests {
    /// In the place of `waymark`: answers with the job's name, which is that of the file with the tags, and with how
    /// the two tables begin.
    private static let program = """
        #!/bin/sh
        for word in "$@"; do
            case "$word" in
                --from=*) tags="${word#--from=}" ;;
                --stores=*) stores="${word#--stores=}" ;;
            esac
        done
        printf '{"sheet":{"stock":"%s","pages":1,"cells":[],"nextStart":1,"warnings":["%s","%s"]}}' \\
            "$(basename "$tags" .csv)" "$(head -c 10 "$tags")" "$(head -c 10 "$stores")"

        """

    /// Family pictures have 18 bytes and are one character.
    private static let family = "\u{1F469}\u{200D}\u{1F469}\u{200D}\u{1F467}"

    static let names: [(batch: String, job: String)] = [
        ("opening", "opening"), ("stores", "stores"), ("page", "page"), ("a/b", "a_b"), (".", "."),
        (String(repeating: "\u{1F34E}", count: 64), String(repeating: "\u{1F34E}", count: 50)),
        // Eleven families have 198 bytes, and what comes next has four.
        (String(repeating: family, count: 64), String(repeating: family, count: 11)),
    ]

    @Test(arguments: names)
    func `both tables reach the program, whatever the batch is called`(batch: String, job: String) async throws {
        let folder = try TemporaryFolder()
        let renderer = SheetRenderer(
            program: try folder.write(Self.program, to: "waymark", mode: 0o755), folder: folder["sheets"])
        let name = try #require(BatchName(batch))
        let made = try await renderer.make(SheetRequest(stock: "22805", preview: true), of: name, [], stores: [])
        #expect(made.report.warnings == ["tag,store,", "store,name"])
        #expect(made.report.stock == job)
    }
}
