internal import Cryptography
internal import Languages
internal import PageFiles

/// The files of the page of walks.
enum WalkFile {
    static func all() throws -> [PageFile] {
        let files = try pages() + scripts() + texts() + pictures()
        return files + [try keeper(of: files)]
    }

    private static func pages() throws -> [PageFile] {
        try [
            file("", type: "text/html; charset=utf-8", PackageResources.index_html),
            file("walk.css", type: "text/css; charset=utf-8", PackageResources.walk_css),
            file("manifest.webmanifest", type: "application/manifest+json", PackageResources.manifest_webmanifest),
            file(
                "decoder.wasm", type: "application/wasm", PackageResources.decoder_wasm_gz,
                more: ["Content-Encoding": "gzip"]),
        ]
    }

    private static func scripts() throws -> [PageFile] {
        try [
            ("camera", PackageResources.camera_js), ("checklist", PackageResources.checklist_js),
            ("chips", PackageResources.chips_js),
            ("decoder", PackageResources.decoder_js), ("decoder-worker", PackageResources.decoder_worker_js),
            ("elements", PackageResources.elements_js), ("file", PackageResources.file_js),
            ("finder", PackageResources.finder_js), ("geodesy", PackageResources.geodesy_js),
            ("held", PackageResources.held_js),
            ("jpeg", SharedParts.jpeg), ("judge", PackageResources.judge_js),
            ("language", PackageResources.language_js),
            ("look", PackageResources.look_js),
            ("main", PackageResources.main_js), ("memory", PackageResources.memory_js),
            ("note", PackageResources.note_js), ("notices", PackageResources.notices_js),
            ("others", PackageResources.others_js), ("owed", PackageResources.owed_js),
            ("pairing", PackageResources.pairing_js),
            ("photographs", PackageResources.photographs_js), ("picture", PackageResources.picture_js),
            ("position", PackageResources.position_js), ("reading", PackageResources.reading_js),
            ("ready", PackageResources.ready_js), ("scanner", PackageResources.scanner_js),
            ("scripts", PackageResources.scripts_js), ("sender", PackageResources.sender_js),
            ("sound", PackageResources.sound_js), ("station", PackageResources.station_js),
            ("tones", SharedParts.tones),
            ("verdict", PackageResources.verdict_js),
            ("walking", PackageResources.walking_js), ("welcome", PackageResources.welcome_js),
            ("wording", WordingScript.module),
            ("zip", PackageResources.zip_js),
        ].map { name, bytes in try script(name, bytes) }
    }

    private static func texts() throws -> [PageFile] {
        try TextLanguage.allCases.map { language in
            try file("texts-\(language.tag).json", type: "application/json", WalkTexts.json(language))
        }
    }

    private static func pictures() throws -> [PageFile] {
        try [
            file("icon-192.png", type: "image/png", PackageResources.icon_192_png),
            file("icon-512.png", type: "image/png", PackageResources.icon_512_png),
        ]
    }

    /// The service worker, which keeps all others. It is another one when any of them is, so a browser takes the new ones
    /// together.
    private static func keeper(of files: [PageFile]) throws -> PageFile {
        var digest = try SHA256()
        for file in files {
            try digest.update(Array("\(file.path)\n\(file.bytes.count)\n".utf8))
            try digest.update(file.bytes)
        }
        let version = String(try digest.hexadecimal().prefix(24))
        let text = String(decoding: PackageResources.service_worker_js, as: UTF8.self)
            .replacing("@VERSION@", with: version)
            .replacing("@FILES@", with: files.map(\.path).joined(separator: "\", \""))
        return try script("service-worker", Array(text.utf8))
    }

    private static func script(_ name: String, _ bytes: [UInt8]) throws -> PageFile {
        try file("\(name).js", type: "text/javascript; charset=utf-8", bytes)
    }

    private static func file(
        _ name: String, type: String, _ bytes: [UInt8], more: [String: String] = [:]
    ) throws -> PageFile {
        try PageFile(
            "/walk/\(name)", type: type, bytes, policy: WalkPages.policy,
            more: more.merging(["Permissions-Policy": WalkPages.permissions]) { $1 })
    }
}
