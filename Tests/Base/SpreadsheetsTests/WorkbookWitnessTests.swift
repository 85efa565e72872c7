import Foundation
import Spreadsheets
import TestBench
import Testing
import UnixSystem

/// The workbooks that we write, read by other people's programs.
@Suite(.timeLimit(.minutes(10))) struct WorkbookWitnessTests {
    private static let columns = ["tag", "note", "latitude", "Größe <&>"]
    /// What spreadsheets like to make something else of.
    private static let rows = [
        ["0104", "=1+1", "37.3230625", "a\"b"], ["1E5", "+49 30", "-122.03", "'quoted"],
        ["007", " two  spaces ", "0", ";,\t"],
        ["2026-11-22", "n-서울-1", "", "d-\u{1F34E}"], ["TRUE", "_x000B_", "12345678901234567890", "\u{202E}txt"],
        ["00E5", "1/2", "1e5", "-"], ["#N/A", "مقهى", "90", "a&amp;b"],
    ]

    private static let folder: URL = {
        var url = URL(filePath: #filePath)
        while !FileManager.default.fileExists(atPath: url.appending(path: "Package.swift").path), url.path != "/" {
            url.deleteLastPathComponent()
        }
        return url
    }()
    private static let python = folder.appending(path: ".venv/bin/python").path
    private static let isInCI = ProcessInfo.processInfo.environment["CI"] != nil

    private static func isExecutable(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

    private func workbook(in folder: TemporaryFolder) throws -> String {
        var writer = WorkbookWriter(columns: Self.columns, numbers: ["latitude"], sheet: "Tags")
        for row in Self.rows { try writer.append(row) }
        return try folder.write(try writer.bytes(), to: "tags.xlsx")
    }

    @Test(.enabled(if: isExecutable(python) || isInCI, "there is no .venv: run Scripts/python-peers"))
    func `openpyxl reads every cell as it was given, numbers as numbers`() async throws {
        let folder = try TemporaryFolder()
        let program = """
            import json, sys, openpyxl
            book = openpyxl.load_workbook(sys.argv[1])
            rows = [[cell.value for cell in row] for row in book.active.iter_rows()]
            print(json.dumps({"sheets": book.sheetnames, "rows": rows,
                              "formats": sorted({cell.number_format for row in book.active.iter_rows() for cell in row}),
                              "formulas": sum(cell.data_type == "f" for row in book.active.iter_rows() for cell in row)}))
            """
        let ending = try await RunningProgram(
            path: Self.python, ["-W", "error", "-c", program, try workbook(in: folder)]
        ).wait()
        #expect(ending.status == .exited(0) && ending.errors.isEmpty, "\(ending)")
        let read = ending.document
        #expect(read["sheets"] as? [String] == ["Tags"] && read["formulas"] as? Int == 0)
        let rows = try #require(read["rows"] as? [[Any]])
        #expect(rows.count == Self.rows.count + 1 && rows.first as? [String] == Self.columns)
        for (row, expected) in zip(rows.dropFirst(), Self.rows) {
            for (column, (value, text)) in zip(row, expected).enumerated() {
                switch value {
                case let number as NSNumber where column == 2: #expect(number.doubleValue == Double(text), "\(text)")
                // openpyxl leaves the escapes of ST_Xstring (ISO/IEC 29500-1, 22.9.2.19) as they are in the file.
                case let read as String: #expect(read.replacing("_x005F_", with: "_") == text)
                default: #expect(text.isEmpty && value is NSNull, "\(value) for \(text)")
                }
            }
        }
    }

    @Test(
        .enabled(
            if: (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
                .contains { isExecutable("\($0)/soffice") },
            "needs LibreOffice: make tables installs it and runs this test"))
    func `LibreOffice opens it and shows every cell as it was given`() async throws {
        let folder = try TemporaryFolder()
        let path = try workbook(in: folder)
        // Tabs between the fields, UTF-8, cells as they are shown. See: Scripts/table-fixtures
        let ending = try await RunningProgram(
            path: "soffice",
            [
                "-env:UserInstallation=file://\(folder["profile"])", "--headless", "--convert-to",
                "csv:Text - txt - csv (StarCalc):124,34,76,1,,0,false,true,true,false", "--outdir", folder["out"], path,
            ]
        ).wait()
        #expect(ending.status == .exited(0), "\(ending)")
        let text = try String(contentsOfFile: folder["out/tags.csv"], encoding: .utf8)
        let rows = text.split(separator: "\n").map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).map { field in
                field.hasPrefix("\"") && field.hasSuffix("\"") && field.count > 1
                    ? String(field.dropFirst().dropLast()).replacing("\"\"", with: "\"") : String(field)
            }
        }
        #expect(rows == [Self.columns] + Self.rows)
    }
}
