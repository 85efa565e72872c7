internal import AuditPages
internal import Cryptography
internal import HTTPMessages
internal import HTTPServer

/// One file of the console, with what a browser needs to keep it until it is another.
struct ConsoleFile: Sendable {
    let path: String
    let bytes: [UInt8]
    private let type: String
    private let entityTag: String

    private init(_ path: String, type: String, _ bytes: [UInt8]) throws {
        self.path = path
        self.type = type
        self.bytes = bytes
        entityTag = "\"\(try SHA256.hexadecimal(of: bytes).prefix(32))\""
    }

    /// The file, or 304 for a browser that has it. A browser always asks: a new daemon brings new files.
    func answer(to request: HTTPRequest) -> HTTPResponse {
        let headers: HTTPHeaders = [
            "Content-Type": type, "ETag": entityTag, "Cache-Control": "no-cache",
            "Content-Security-Policy": ConsolePages.policy,
        ]
        let known = (request.headers["If-None-Match"] ?? "").split(separator: ",").map { $0.drop { $0 == " " } }
        guard !known.contains(where: { $0 == entityTag }) else { return HTTPResponse(status: 304, headers: headers) }
        return HTTPResponse(headers: headers, body: .bytes(bytes))
    }

    static func all() throws -> [ConsoleFile] {
        try [page("/", PackageResources.index_html)] + scripts() + styles() + [
            file("icon.svg", type: "image/svg+xml", PackageResources.icon_svg),
            file("stocks.json", type: "application/json", PackageResources.stocks_json),
            file("texts.json", type: "application/json", PackageResources.texts_json),
        ]
    }

    private static func scripts() throws -> [ConsoleFile] {
        try [
            ("audit", PackageResources.audit_js), ("audit-files", PackageResources.audit_files_js),
            ("batch", PackageResources.batch_js),
            ("batches", PackageResources.batches_js), ("bench", PackageResources.bench_js),
            ("bench-job", PackageResources.bench_job_js), ("bench-lane", PackageResources.bench_lane_js),
            ("bench-state", PackageResources.bench_state_js), ("elements", PackageResources.elements_js),
            ("deletion", PackageResources.deletion_js), ("finding", PackageResources.finding_js),
            ("imports", PackageResources.imports_js),
            ("journal", PackageResources.journal_js), ("language", PackageResources.language_js),
            ("live", PackageResources.live_js), ("login", PackageResources.login_js),
            ("main", PackageResources.main_js), ("map", AuditMapParts.module),
            ("map-rows", PackageResources.map_rows_js), ("notices", PackageResources.notices_js),
            ("readers", PackageResources.readers_js), ("rules", PackageResources.rules_js),
            ("sheet", PackageResources.sheet_js),
            ("sound", PackageResources.sound_js), ("station", PackageResources.station_js),
            ("store-book", PackageResources.store_book_js), ("stores", PackageResources.stores_js),
            ("tag", PackageResources.tag_js),
            ("theme", PackageResources.theme_js),
            ("write", PackageResources.write_js),
        ].map { name, bytes in try file("\(name).js", type: "text/javascript; charset=utf-8", bytes) }
    }

    private static func styles() throws -> [ConsoleFile] {
        try [
            ("audit", PackageResources.audit_css), ("bench", PackageResources.bench_css),
            ("colours", PackageResources.colours_css), ("console", PackageResources.console_css),
            ("map", AuditMapParts.style),
        ].map { name, bytes in try file("\(name).css", type: "text/css; charset=utf-8", bytes) }
    }

    private static func page(_ path: String, _ bytes: [UInt8]) throws -> ConsoleFile {
        try ConsoleFile(path, type: "text/html; charset=utf-8", bytes)
    }

    private static func file(_ name: String, type: String, _ bytes: [UInt8]) throws -> ConsoleFile {
        try ConsoleFile("/console/\(name)", type: type, bytes)
    }
}
