import ClipCodes
import Faults
import Foundation
import Testing

/// Archives made by Python's zipfile, which shares no code with libzip.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/python3"), "needs python3"))
struct ClipCodeArchiveTests {
    /// Runs a script with `z`, an open archive, in reach, and gives the archive's bytes.
    private static func archive(_ script: String) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "codes-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        let python = Process()
        python.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        python.arguments = [
            "-W", "ignore", "-c",
            "import sys, zipfile\nz = zipfile.ZipFile(sys.argv[1], 'w', zipfile.ZIP_DEFLATED)\n\(script)\nz.close()",
            file.path,
        ]
        try python.run()
        python.waitUntilExit()
        #expect(python.terminationStatus == 0)
        return [UInt8](try Data(contentsOf: file))
    }

    @Test func `the SVGs are taken by name, from the root and from the folder that a Mac zips`() throws {
        let zip = try Self.archive(
            """
            z.writestr('codes/T-1.svg', '<svg/>')
            z.writestr('T-2.svg', '<svg></svg>')
            z.writestr('codes.csv', 'SVG File Name, URL')
            z.writestr('codes/', '')
            z.writestr('__MACOSX/codes/._T-1.svg', 'x')
            z.writestr('codes/._T-1.svg', 'x')
            """)
        let files = try ClipCodeArchive.files(zip: zip, name: "codes.zip")
        #expect(files == ["T-1.svg": Array("<svg/>".utf8), "T-2.svg": Array("<svg></svg>".utf8)])
    }

    @Test(arguments: [
        ("z.writestr('../T-1.svg', 'x')", "its entry \"../T-1.svg\" leads out of the folder"),
        ("z.writestr('/T-1.svg', 'x')", "its entry \"/T-1.svg\" leads out of the folder"),
        ("z.writestr('a/../T-1.svg', 'x')", "its entry \"a/../T-1.svg\" leads out of the folder"),
        ("z.writestr('a\\\\T-1.svg', 'x')", "its entry \"a\\\\T-1.svg\" leads out of the folder"),
        ("z.writestr('a/T-1.svg', 'x')\nz.writestr('b/T-1.svg', 'x')", "T-1.svg is in it twice"),
        ("z.writestr('T-1.svg', ' ' * (1 << 20) + 'x')", "T-1.svg in it has more than 1 MB"),
        ("z.writestr('T-1.svg', ' ' * (1 << 28))", "T-1.svg in it has more than 1 MB"),
        ("for n in range(20101): z.writestr('%d.txt' % n, '')", "it has more than 20100 entries"),
        ("for n in range(513): z.writestr('%d.svg' % n, ' ' * (1 << 20))", "unpacked it has more than 512 MB"),
    ])
    func `an archive that is none of Apple's is refused with the reason`(script: String, reason: String) throws {
        let zip = try Self.archive(script)
        let error = #expect(throws: ClipCodesError.self) {
            try ClipCodeArchive.files(zip: zip, name: "codes.zip")
        }
        #expect(error?.code == .archiveInvalid && error?.message == "cannot take the codes in codes.zip")
        #expect(error?.reason == reason)
    }

    @Test func `what is no ZIP, or is cut off or damaged, is refused`() throws {
        let whole = try Self.archive("z.writestr('T-1.svg', bytes(range(32, 127)).decode() * 40)")
        var damaged = whole
        damaged[60] ^= 0xff
        for zip in [[], Array("<svg/>".utf8), Array(whole.dropLast(30)), damaged] {
            let error = #expect(throws: ClipCodesError.self) {
                try ClipCodeArchive.files(zip: zip, name: "codes.zip")
            }
            #expect(error?.code == .archiveInvalid)
        }
    }
}
