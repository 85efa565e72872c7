/// The parts of a workbook that are the same in each.
enum WorkbookTemplate {
    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    static let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    private static let packages = "http://schemas.openxmlformats.org/package/2006"
    private static let documents = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    private static let types = "application/vnd.openxmlformats-officedocument.spreadsheetml"

    static let contentTypes =
        declaration + "<Types xmlns=\"\(packages)/content-types\">"
        + "<Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>"
        + "<Default Extension=\"xml\" ContentType=\"application/xml\"/>"
        + "<Override PartName=\"/xl/workbook.xml\" ContentType=\"\(types).sheet.main+xml\"/>"
        + "<Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"\(types).worksheet+xml\"/>"
        + "<Override PartName=\"/xl/styles.xml\" ContentType=\"\(types).styles+xml\"/></Types>"

    static let rootRelationships =
        declaration + "<Relationships xmlns=\"\(packages)/relationships\">"
        + "<Relationship Id=\"rId1\" Type=\"\(documents)/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"

    static let workbookRelationships =
        declaration + "<Relationships xmlns=\"\(packages)/relationships\">"
        + "<Relationship Id=\"rId1\" Type=\"\(documents)/worksheet\" Target=\"worksheets/sheet1.xml\"/>"
        + "<Relationship Id=\"rId2\" Type=\"\(documents)/styles\" Target=\"styles.xml\"/></Relationships>"

    static func workbook(sheet name: String) -> String {
        declaration + "<workbook xmlns=\"\(main)\" xmlns:r=\"\(documents)\"><sheets>"
            + "<sheet name=\"\(name)\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
    }

    /// Cell styles: 0 general, 1 text (format 49, `@`), 2 bold text for the header.
    static let styles =
        declaration + "<styleSheet xmlns=\"\(main)\">"
        + "<fonts count=\"2\"><font><sz val=\"11\"/><name val=\"Calibri\"/></font>"
        + "<font><b/><sz val=\"11\"/><name val=\"Calibri\"/></font></fonts>"
        + "<fills count=\"2\"><fill><patternFill patternType=\"none\"/></fill>"
        + "<fill><patternFill patternType=\"gray125\"/></fill></fills>"
        + "<borders count=\"1\"><border><left/><right/><top/><bottom/><diagonal/></border></borders>"
        + "<cellStyleXfs count=\"1\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\"/></cellStyleXfs>"
        + "<cellXfs count=\"3\"><xf numFmtId=\"0\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\"/>"
        + "<xf numFmtId=\"49\" fontId=\"0\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\"/>"
        + "<xf numFmtId=\"49\" fontId=\"1\" fillId=\"0\" borderId=\"0\" xfId=\"0\" applyNumberFormat=\"1\" "
        + "applyFont=\"1\"/></cellXfs>"
        + "<cellStyles count=\"1\"><cellStyle name=\"Normal\" xfId=\"0\" builtinId=\"0\"/></cellStyles></styleSheet>"
}
