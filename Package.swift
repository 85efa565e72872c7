// swift-tools-version: 6.2
import PackageDescription

// The modules, by folder, from the bottom up: a module imports from its own folder and from folders before it.
// ARCHITECTURE.md says what each is for; PolicyTests holds the import table there, this manifest and the sources to one
// another.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
]

let testSettings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A folder of `Sources` and `Tests`, with its modules and their tests.
func folder(_ name: String, _ targets: [Target]) -> [Target] {
    for target in targets {
        target.path = "\(target.isForTests ? "Tests" : "Sources")/\(name)/\(target.name)"
    }
    return targets
}

extension Target {
    /// Tests, and what they share.
    var isForTests: Bool { type == .test || ["TestBench", "MemoryGrants", "MemoryStorage"].contains(name) }
}

func library(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: settings)
}

func program(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
    _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = [], resources: [Resource]? = nil
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, exclude: exclude, resources: resources, swiftSettings: testSettings)
}

/// What the tests of several modules work with. No product holds it.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: testSettings)
}

/// Without a package it is part of the system itself.
func cLibrary(_ name: String, pkgConfig: String? = nil, package: String? = nil) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] })
}

/// A C library of ours around a library whose interface is C++, and whose headers are found without flags.
func cxxLibrary(_ name: String, links library: String) -> Target {
    .target(name: name, linkerSettings: [.linkedLibrary(library)])
}

let cLibraries = folder(
    "CLibraries",
    [
        cLibrary("CCairo", pkgConfig: "pangocairo", package: "libpango1.0-dev"),
        cLibrary("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
        // CUPS 2.4 has no file for pkg-config.
        cLibrary("CCUPS", package: "libcups2-dev"),
        cLibrary("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
        cLibrary("CExif", pkgConfig: "libexif", package: "libexif-dev"),
        cLibrary("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
        // Linux calls that the Glibc module leaves out, because it is built without _GNU_SOURCE.
        cLibrary("CLinux"),
        cLibrary("CGPS", pkgConfig: "libgps", package: "libgps-dev"),
        cLibrary("CHEIF", pkgConfig: "libheif", package: "libheif-dev"),
        cLibrary("CISAL", pkgConfig: "libisal", package: "libisal-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
        cLibrary("CNFC", pkgConfig: "libnfc", package: "libnfc-dev"),
        cLibrary("CPCSC", pkgConfig: "libpcsclite", package: "libpcsclite-dev"),
        cLibrary("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
        // What the processor can do and Swift cannot say.
        cLibrary("CPostgreSQL", pkgConfig: "libpq", package: "libpq-dev"),
        cLibrary("CProcessor"),
        cLibrary("CPROJ", pkgConfig: "proj", package: "libproj-dev"),
        cLibrary("CQPDF", pkgConfig: "libqpdf", package: "libqpdf-dev"),
        cLibrary("CQRencode", pkgConfig: "libqrencode", package: "libqrencode-dev"),
        cLibrary("CRSVG", pkgConfig: "librsvg-2.0", package: "librsvg2-dev"),
        cLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        cLibrary("CSystemd", pkgConfig: "libsystemd", package: "libsystemd-dev"),
        cLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
        cLibrary("CUdev", pkgConfig: "libudev", package: "libudev-dev"),
        cLibrary("CXXHash", pkgConfig: "libxxhash", package: "libxxhash-dev"),
        cLibrary("CZBar", pkgConfig: "zbar", package: "libzbar-dev"),
        cxxLibrary("CZXing", links: "ZXing"),
        cLibrary("CZip", pkgConfig: "libzip", package: "libzip-dev"),
        cLibrary("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
    ])

// What would serve any program: the system, formats, the wire, faults; stand-ins for packages that cannot be fetched.
let base = folder(
    "Base",
    [
        library("ArgumentParsing", ["Faults", "TextCoding"]),
        library("Logging", ["TextCoding"]),
        library("ServiceLifecycle", ["Faults", "Logging"]),
        library("Version"),
        library("Faults", ["TextCoding"]),
        library("TextCoding"),
        library("Metrics"),
        library("UnixSystem", ["Faults", "TextCoding", "CLinux"]),
        library("CSV", ["Faults", "Spreadsheets"]),
        library("Compression", ["CISAL", "CZlib"]),
        library("XML", ["CExpat"]),
        library("Archives", ["CZip"]),
        library("Spreadsheets", ["Archives", "Markup", "TextCoding", "XML"]),
        library("Markup"),
        library("Geodesy", ["Faults", "CPROJ"]),
        library("Languages", resources: [.embedInCode("Parts")]),
        library("Cryptography", ["Faults", "TextCoding", "CCrypto"]),
        library("HTTPMessages", ["TextCoding"]),
        library("HTTPServer", ["Faults", "HTTPMessages", "TextCoding", "UnixSystem", "CMicroHTTPD"]),
        library("HTTPClient", ["Faults", "HTTPMessages", "UnixSystem", "CCurl"]),
        library("OpenAPI"),
        library("PostgreSQL", ["Faults", "CPostgreSQL"]),
        library("GPS", ["Faults", "Geodesy", "UnixSystem", "CGPS"]),

        tests("ArgumentParsingTests", ["ArgumentParsing", "Faults"]),
        tests("LoggingTests", ["Logging", "TestBench"]),
        tests("TextCodingTests", ["TextCoding"]),
        tests("MetricsTests", ["Metrics"]),
        tests("ServiceLifecycleTests", ["Faults", "Logging", "ServiceLifecycle", "TestBench"]),
        tests("UnixSystemTests", ["Faults", "TestBench", "UnixSystem"]),
        tests("CSVTests", ["Archives", "CSV", "Faults", "Spreadsheets", "TestBench"]),
        tests("MarkupTests", ["Markup"]),
        tests("LanguagesTests", ["Languages"]),
        tests("GeodesyTests", ["Faults", "Geodesy", "TestBench"], resources: [.copy("Fixtures")]),
        tests("FaultsTests", ["Faults"]),
        tests("XMLTests", ["XML"]),
        tests("ArchivesTests", ["Archives"]),
        tests("CompressionTests", ["Compression", "TestBench", "UnixSystem"], exclude: ["Peers"]),
        tests("SpreadsheetsTests", ["Archives", "Spreadsheets", "TestBench", "UnixSystem"]),
        tests("CryptographyTests", ["Cryptography", "Faults", "TextCoding"]),
        tests("GPSTests", ["Faults", "Geodesy", "GPS"]),
        tests("PostgreSQLTests", ["Faults", "PostgreSQL", "TestBench", "UnixSystem"]),
        tests("OpenAPITests", ["OpenAPI"]),
        tests("HTTPTests", ["Faults", "HTTPClient", "HTTPMessages", "HTTPServer", "TestBench", "UnixSystem"]),
        testSupport("TestBench", ["Logging", "UnixSystem"]),
    ])

// Apple's rules for URLs, and the nouns of a deployment: stores, tags, batches, experiences, the journal.
let domain = folder(
    "Domain",
    [
        library("AppClips", ["Faults", "TextCoding"]),
        library("Chips", ["TextCoding"]),
        library("Registry", ["AppClips", "Chips", "CSV", "Faults", "Geodesy", "Languages", "TextCoding"]),
        library("Grants", ["Chips", "Faults", "Registry"]),
        library("Checkpoints", ["Cryptography", "Faults", "Grants", "Registry", "TextCoding"]),

        tests("ChipsTests", ["Chips"]),
        tests("AppClipsTests", ["AppClips", "Faults", "TestBench", "TextCoding"]),
        tests(
            "RegistryTests",
            ["AppClips", "Chips", "CSV", "Faults", "Geodesy", "Registry", "TestBench", "TextCoding"],
            exclude: ["Importing/Tables"]),
        tests("CheckpointsTests", ["Checkpoints", "Cryptography", "Faults", "Registry", "TextCoding"]),
        testSupport("MemoryGrants", ["Chips", "Grants", "Registry"]),
        tests(
            "GrantsTests", ["Chips", "Faults", "Grants", "MemoryGrants", "Registry", "TestBench"],
            exclude: ["Peers"]),
    ])

// Tags: NDEF, chips, the order of a write, readers and their emulator.
let writing = folder(
    "Writing",
    [
        library("NDEF", ["Faults"]),
        library("NFCTags", ["Chips", "Faults", "NDEF", "TextCoding"]),
        library("Provisioning", ["Chips", "Faults", "NDEF", "NFCTags", "Registry"]),
        library("ReaderProtocol", ["Faults", "TextCoding"]),
        library("WorkerService", ["Faults", "ReaderProtocol", "UnixSystem"]),
        library("NFCReader", ["Faults", "ReaderProtocol", "UnixSystem", "WorkerService", "CNFC"]),
        library("PCSCReader", ["Faults", "ReaderProtocol", "TextCoding", "UnixSystem", "WorkerService", "CPCSC"]),
        library(
            "ReaderSupervision", ["Chips", "Faults", "Logging", "NFCTags", "ReaderProtocol", "UnixSystem", "CUdev"]),
        library("ReaderCheck", ["Chips", "Faults", "NDEF", "NFCTags", "ReaderProtocol", "TextCoding"]),
        library("ReaderEmulator"),

        tests("NDEFTests", ["Faults", "NDEF"]),
        tests(
            "NFCTagsTests",
            ["Chips", "Faults", "NDEF", "NFCTags", "ReaderCheck", "ReaderEmulator", "ReaderProtocol", "TestBench"],
            exclude: ["Strangers/Peers"]),
        tests(
            "ProvisioningTests",
            [
                "Chips", "Faults", "Logging", "NDEF", "NFCTags", "Provisioning", "ReaderEmulator", "ReaderSupervision",
                "Registry", "TestBench", "TextCoding", "waymark-reader",
            ]),
        tests("ReaderProtocolTests", ["Faults", "ReaderProtocol"]),
        tests(
            "ReaderEmulatorTests", ["reader-emulator", "ReaderEmulator", "TestBench"], exclude: ["Strangers/Peers"]),
        tests(
            "ReaderTests",
            [
                "Chips", "Faults", "Logging", "NDEF", "NFCTags", "ReaderEmulator", "ReaderProtocol",
                "ReaderSupervision", "TestBench", "UnixSystem", "waymark-reader",
            ]),
    ])

// Paper: QR codes, label stock, sheets, printers.
let printing = folder(
    "Printing",
    [
        library("SymbolDecoding", ["Faults", "CZBar", "CZXing"]),
        library("Pictures", ["Faults", "CHEIF", "CPNG", "CTurboJPEG"]),
        library(
            "Labels",
            [
                "Compression", "Faults", "Markup", "Pictures", "SymbolDecoding", "TextCoding", "UnixSystem", "CCairo",
                "CQPDF",
                "CQRencode", "CRSVG",
            ]),
        library("Printers", ["Faults", "CCUPS"]),

        tests("SymbolDecodingTests", ["Faults", "SymbolDecoding"]),
        tests("PicturesTests", ["Faults", "Pictures"]),
        tests("LabelsTests", ["Faults", "Labels", "SymbolDecoding"]),
        tests("PrintersTests", ["Faults", "Labels", "Printers", "UnixSystem"]),
    ])

// Sightings in, verdicts, findings and reports out.
let auditing = folder(
    "Auditing",
    [
        library("AuditLedger", ["Chips", "CSV", "Faults", "Geodesy", "Registry", "CProcessor", "CXXHash"]),
        library(
            "Audit", ["AppClips", "AuditLedger", "Chips", "CSV", "Faults", "Geodesy", "Languages", "Registry"],
            resources: [.embedInCode("Texts")]),
        library("Photographs", ["Faults", "Pictures", "SymbolDecoding", "CExif"]),
        library(
            "SightingFiles",
            ["Archives", "Compression", "CSV", "Faults", "Photographs", "TextCoding", "UnixSystem", "XML"]),
        library(
            "AuditPages", ["Audit", "Cryptography", "CSV", "Geodesy", "Languages", "Markup", "Registry"],
            resources: [.embedInCode("Parts"), .embedInCode("Texts")]),
        library(
            "WorkOrders", ["AppClips", "Audit", "Chips", "Labels", "Languages", "Registry"],
            resources: [.embedInCode("Texts")]),

        tests(
            "AuditTests",
            [
                "AppClips", "Audit", "AuditLedger", "Chips", "CSV", "Geodesy", "Registry", "Spreadsheets", "TestBench",
                "TextCoding",
            ]),
        tests("SightingFilesTests", ["CSV", "Faults", "SightingFiles", "TestBench", "UnixSystem"]),
        tests("WorkOrdersTests", ["Labels", "Languages", "Registry", "WorkOrders"]),
    ])

// What App Clips need outside the tag: App Store Connect, websites, App Clip Codes, exports, the check before deployment.
let publishing = folder(
    "Publishing",
    [
        library(
            "DeploymentExport", ["AppClips", "Cryptography", "Faults", "Geodesy", "Markup", "Registry", "TextCoding"],
            resources: [.embedInCode("Parts")]),
        library("DeploymentCheck", ["AppClips", "CSV", "Faults", "Geodesy", "NDEF", "NFCTags", "Registry"]),
        library(
            "LaunchPages", ["AppClips", "CSV", "Cryptography", "DeploymentCheck", "Markup"],
            resources: [.embedInCode("Parts")]),
        library("AppStoreConnect", ["AppClips", "Faults", "Geodesy", "Registry"]),
        library("PlaceFiles", ["CSV", "Faults", "Geodesy", "Registry", "XML"]),
        library("ClipCodes", ["Archives", "Faults", "TextCoding", "XML"]),
        library(
            "AppStoreClient", ["AppStoreConnect", "Cryptography", "Faults", "HTTPClient", "HTTPMessages", "UnixSystem"]),
        library("Sites", ["AppClips", "Faults", "HTTPClient", "HTTPMessages", "Markup", "Registry", "TextCoding"]),

        tests(
            "DeploymentExportTests",
            ["AppClips", "Audit", "DeploymentCheck", "DeploymentExport", "Faults", "Geodesy", "Registry"],
            exclude: ["Peers", "Stubs"]),
        tests(
            "DeploymentCheckTests",
            ["AppClips", "CSV", "DeploymentCheck", "Geodesy", "Labels", "LaunchPages", "Registry"]),
        tests("AppStoreConnectTests", ["AppClips", "AppStoreConnect", "Faults", "Geodesy", "Registry"]),
        tests(
            "AppStoreClientTests",
            [
                "AppStoreClient", "AppStoreConnect", "Cryptography", "Faults", "HTTPClient", "HTTPMessages",
                "TestBench", "UnixSystem", "waymark",
            ],
            exclude: ["Peers"]),
        tests("ClipCodesTests", ["ClipCodes", "Faults"]),
        tests(
            "PlaceFilesTests", ["CSV", "Geodesy", "PlaceFiles", "Registry", "TestBench", "UnixSystem"],
            exclude: ["Peers"]),
        tests(
            "SitesTests",
            ["AppClips", "DeploymentCheck", "Faults", "HTTPClient", "Registry", "Sites", "TestBench", "UnixSystem"]),
    ])

// The daemon: storage, API, console, and the doctor of the machine around it.
let station = folder(
    "Station",
    [
        library(
            "Storage",
            ["AppClips", "Chips", "Cryptography", "Faults", "Geodesy", "Grants", "Registry", "UnixSystem", "CSQLite"]),
        library(
            "HubStorage",
            [
                "AppClips", "Checkpoints", "Chips", "Cryptography", "Doctor", "Faults", "Geodesy", "Grants",
                "Metrics", "PostgreSQL", "Registry", "Storage", "UnixSystem",
            ]),
        library("Doctor", ["Faults", "ReaderProtocol", "UnixSystem"]),
        library(
            "PageFiles", ["Cryptography", "HTTPMessages", "HTTPServer"], resources: [.embedInCode("Parts")]),
        library(
            "Console", ["Audit", "AuditPages", "HTTPServer", "Languages", "PageFiles"],
            resources: [.embedInCode("Parts"), .embedInCode("Texts")]),
        library(
            "WalkPage", ["Cryptography", "HTTPServer", "Languages", "PageFiles"],
            resources: [.embedInCode("Parts"), .embedInCode("Texts")]),
        library(
            "API",
            [
                "AppClips", "Audit", "Chips", "Faults", "Geodesy", "HTTPClient", "HTTPMessages", "OpenAPI", "Registry",
                "TextCoding", "UnixSystem",
            ]),
        library(
            "Upstream",
            ["API", "Checkpoints", "Cryptography", "Faults", "Grants", "Registry", "TextCoding", "UnixSystem"]),
        library(
            "StationService",
            [
                "API", "AppClips", "Audit", "AuditLedger", "Checkpoints", "Chips", "Cryptography", "CSV", "Faults",
                "Geodesy", "Grants", "HTTPMessages", "HTTPServer", "Languages", "Logging", "Metrics", "NDEF", "NFCTags",
                "OpenAPI",
                "Provisioning", "ReaderProtocol",
                "ReaderSupervision", "Registry", "UnixSystem", "Version",
            ]),

        library(
            "Hosting",
            [
                "ArgumentParsing", "Console", "Cryptography", "Faults", "HTTPServer", "Logging", "Registry",
                "StationService", "UnixSystem", "WalkPage",
            ]),

        testSupport("MemoryStorage", ["AppClips", "Chips", "Grants", "Registry", "Storage"]),
        tests("DoctorTests", ["Doctor", "Faults", "ReaderProtocol"]),
        tests(
            "StorageTests",
            [
                "AppClips", "Audit", "Checkpoints", "Chips", "Cryptography", "Doctor", "Faults", "Geodesy", "Grants",
                "HubStorage",
                "MemoryGrants", "MemoryStorage", "PostgreSQL", "Registry", "Storage", "TestBench", "UnixSystem",
            ],
            exclude: ["Fixtures", "Peers"]),
        tests(
            "StationTests",
            [
                "API", "AppClips", "Audit", "Chips", "Cryptography", "Faults", "Geodesy", "Grants", "HTTPMessages",
                "HTTPServer", "Logging", "MemoryStorage", "NFCTags", "OpenAPI", "Provisioning", "ReaderSupervision",
                "Registry", "StationService", "Storage", "TestBench", "UnixSystem",
            ]),
        tests(
            "ConsoleTests", ["Audit", "Console", "Faults", "Labels", "Languages", "NFCTags", "PageFiles", "Registry"]),
    ])

// What has changed since yesterday, and telling people who do not look.
let watching = folder(
    "Watching",
    [
        library("Notices", ["Cryptography", "Faults", "TextCoding"]),
        library("NoticeDelivery", ["Faults", "HTTPClient", "HTTPMessages", "Notices", "UnixSystem"]),
        library(
            "Watch",
            [
                "AppStoreConnect", "Cryptography", "DeploymentCheck", "Faults", "Notices", "Registry", "Sites",
                "UnixSystem",
            ]),

        tests("NoticesTests", ["Faults", "Notices"]),
        tests(
            "NoticeDeliveryTests", ["Faults", "NoticeDelivery", "Notices", "TestBench", "UnixSystem", "waymark"],
            exclude: ["Peers"]),
        tests("WatchTests", ["AppStoreConnect", "Faults", "Notices", "Registry", "Sites", "Watch"]),
    ])

// The five programs, and the tests of the whole.
let programs = folder(
    "Programs",
    [
        program("reader-emulator", ["ReaderEmulator", "Version"]),
        program(
            "waymark-reader",
            [
                "ArgumentParsing", "Faults", "NFCReader", "PCSCReader", "ReaderProtocol", "UnixSystem", "Version",
                "WorkerService",
            ]),
        program(
            "waymarkd",
            [
                "ArgumentParsing", "Chips", "Cryptography", "Doctor", "Faults", "Geodesy", "Grants", "Hosting",
                "HTTPServer", "Logging", "ReaderSupervision", "Registry", "ServiceLifecycle", "StationService",
                "Storage",
                "UnixSystem", "Version", "CSystemd",
            ]),
        program(
            "waymark-hub",
            [
                "ArgumentParsing", "Checkpoints", "Cryptography", "Doctor", "Faults", "Grants", "Hosting", "HTTPServer",
                "HubStorage", "Logging", "PostgreSQL", "ReaderSupervision", "Registry", "ServiceLifecycle",
                "StationService", "Storage", "UnixSystem",
                "Version",
            ]),
        program(
            "waymark",
            [
                "API", "AppClips", "AppStoreClient", "AppStoreConnect", "ArgumentParsing", "Audit", "AuditPages",
                "Chips", "ClipCodes", "Cryptography", "CSV", "DeploymentCheck", "DeploymentExport", "Doctor", "Faults",
                "Geodesy", "GPS", "HTTPClient", "Labels", "Languages", "LaunchPages", "Logging", "NFCTags",
                "NoticeDelivery", "Notices",
                "Pictures", "PlaceFiles", "Printers", "ReaderCheck",
                "ReaderProtocol", "ReaderSupervision", "Registry", "SightingFiles", "Sites", "TextCoding", "UnixSystem",
                "Upstream", "Version", "Watch", "WorkOrders",
            ]),

        tests(
            "EndToEndTests",
            [
                "ArgumentParsing", "Faults", "HTTPClient", "HTTPMessages", "HTTPServer", "PostgreSQL",
                "reader-emulator",
                "ReaderEmulator", "ReaderProtocol",
                "SymbolDecoding", "TestBench", "UnixSystem", "waymark", "waymark-hub", "waymark-reader", "waymarkd",
            ],
            exclude: [
                "API/Peers", "AppClipSide/Peers", "Auditing/Peers", "Browser/browser.py", "Browser/remote_page.py",
                "Console/Peers",
                "Keeping/Peers", "Walk/Peers", "Writing/Peers",
            ]),
        tests(
            "PolicyTests",
            [
                "API", "AppClips", "ArgumentParsing", "Audit", "CSV", "DeploymentCheck", "Doctor", "HubStorage",
                "Metrics", "Notices", "ReaderProtocol", "Registry", "Sites", "StationService", "Storage", "TestBench",
                "Watch", "waymark", "waymark-reader", "waymarkd",
            ]),
    ])

// Benchmarks of what other packages do not see, on demand: WAYMARK_BENCHMARKS=1 swift build -c release --product
// hub-benchmark.
let benchmarks: [Target] =
    Context.environment["WAYMARK_BENCHMARKS"] == nil
    ? []
    : [
        .executableTarget(
            name: "hub-benchmark",
            dependencies: [
                "AppClips", "Audit", "Chips", "Cryptography", "Geodesy", "Grants", "HubStorage", "PostgreSQL",
                "Registry", "Storage", "TestBench",
            ],
            path: "Benchmarks/HubBenchmark", swiftSettings: testSettings),
        .executableTarget(
            name: "adopted-registry", dependencies: ["AppClips", "Chips", "Geodesy", "Registry", "Storage"],
            path: "Benchmarks/AdoptedRegistry", swiftSettings: testSettings),
    ]

// Benchmarks is a package of its own and reaches the modules as products.
let targets =
    cLibraries + base + domain + writing + printing + auditing + publishing + station + watching + programs
    + benchmarks
let products: [Product] = targets.filter { $0.type == .regular && !$0.isForTests }
    .map { .library(name: $0.name, targets: [$0.name]) }

let package = Package(name: "Waymark", products: products, targets: targets)
