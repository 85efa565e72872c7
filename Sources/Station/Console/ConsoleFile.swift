internal import Audit
internal import AuditPages
internal import Languages
internal import PageFiles

/// The files of the console.
enum ConsoleFile {
    static func all() throws -> [PageFile] {
        try [page("/", PackageResources.index_html)] + scripts() + styles() + [
            file("icon.svg", type: "image/svg+xml", PackageResources.icon_svg),
            file("stocks.json", type: "application/json", PackageResources.stocks_json),
        ] + texts()
    }

    private static func texts() throws -> [PageFile] {
        try TextLanguage.allCases.flatMap { language in
            try [("texts", ConsoleTexts.json(language)), ("findings", FindingTexts.json(language))].map { name, json in
                try file("\(name)-\(language.tag).json", type: "application/json", json)
            }
        }
    }

    private static func scripts() throws -> [PageFile] {
        try [
            ("audit", PackageResources.audit_js), ("audit-files", PackageResources.audit_files_js),
            ("batch", PackageResources.batch_js),
            ("batches", PackageResources.batches_js), ("bench", PackageResources.bench_js),
            ("bench-job", PackageResources.bench_job_js), ("bench-lane", PackageResources.bench_lane_js),
            ("bench-state", PackageResources.bench_state_js), ("elements", PackageResources.elements_js),
            ("deletion", PackageResources.deletion_js), ("finding", PackageResources.finding_js),
            ("imports", PackageResources.imports_js), ("jpeg", SharedParts.jpeg),
            ("journal", PackageResources.journal_js), ("language", PackageResources.language_js),
            ("focus", PackageResources.focus_js), ("live", PackageResources.live_js),
            ("login", PackageResources.login_js),
            ("main", PackageResources.main_js), ("map", AuditMapParts.module),
            ("map-rows", PackageResources.map_rows_js), ("notices", PackageResources.notices_js),
            ("phones", PackageResources.phones_js),
            ("readers", PackageResources.readers_js), ("remarks", PackageResources.remarks_js),
            ("repair", PackageResources.repair_js),
            ("rules", PackageResources.rules_js),
            ("sheet", PackageResources.sheet_js),
            ("sound", PackageResources.sound_js), ("station", PackageResources.station_js),
            ("store-book", PackageResources.store_book_js), ("stores", PackageResources.stores_js),
            ("tag", PackageResources.tag_js),
            ("theme", PackageResources.theme_js), ("tones", SharedParts.tones),
            ("wording", WordingScript.module), ("write", PackageResources.write_js),
        ].map { name, bytes in try file("\(name).js", type: "text/javascript; charset=utf-8", bytes) }
    }

    private static func styles() throws -> [PageFile] {
        try [
            ("audit", PackageResources.audit_css), ("bench", PackageResources.bench_css),
            ("colours", PackageResources.colours_css), ("console", PackageResources.console_css),
            ("map", AuditMapParts.style),
        ].map { name, bytes in try file("\(name).css", type: "text/css; charset=utf-8", bytes) }
    }

    private static func page(_ path: String, _ bytes: [UInt8]) throws -> PageFile {
        try PageFile(path, type: "text/html; charset=utf-8", bytes, policy: ConsolePages.policy)
    }

    private static func file(_ name: String, type: String, _ bytes: [UInt8]) throws -> PageFile {
        try PageFile("/console/\(name)", type: type, bytes, policy: ConsolePages.policy)
    }
}
