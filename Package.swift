// swift-tools-version: 6.2
import PackageDescription

// The rooms of the house and who may enter which. ARCHITECTURE.md says what each is for;
// Tests/PolicyTests holds the import table there, this manifest and the sources to one another.

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

/// What the tests of several rooms work with. No product holds it.
func testSupport(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/\(name)", swiftSettings: testSettings)
}

func cLibrary(_ name: String, pkgConfig: String?, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

let cLibraries: [Target] = [
    cLibrary("CCairo", pkgConfig: "pangocairo", package: "libpango1.0-dev"),
    cLibrary("CCrypto", pkgConfig: "libcrypto", package: "libssl-dev"),
    // CUPS 2.4 has no file for pkg-config.
    cLibrary("CCUPS", pkgConfig: nil, package: "libcups2-dev"),
    cLibrary("CCurl", pkgConfig: "libcurl", package: "libcurl4-openssl-dev"),
    cLibrary("CExif", pkgConfig: "libexif", package: "libexif-dev"),
    cLibrary("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
    // Linux calls that the Glibc module leaves out, because it is built without _GNU_SOURCE.
    .systemLibrary(name: "CLinux"),
    cLibrary("CGPS", pkgConfig: "libgps", package: "libgps-dev"),
    cLibrary("CJPEG", pkgConfig: "libjpeg", package: "libjpeg-dev"),
    cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", package: "libmicrohttpd-dev"),
    cLibrary("CNFC", pkgConfig: "libnfc", package: "libnfc-dev"),
    cLibrary("CPNG", pkgConfig: "libpng", package: "libpng-dev"),
    // What the processor can do and Swift cannot say.
    .systemLibrary(name: "CProcessor"),
    cLibrary("CPROJ", pkgConfig: "proj", package: "libproj-dev"),
    cLibrary("CQPDF", pkgConfig: "libqpdf", package: "libqpdf-dev"),
    cLibrary("CQRencode", pkgConfig: "libqrencode", package: "libqrencode-dev"),
    cLibrary("CRSVG", pkgConfig: "librsvg-2.0", package: "librsvg2-dev"),
    cLibrary("CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    cLibrary("CSystemd", pkgConfig: "libsystemd", package: "libsystemd-dev"),
    cLibrary("CTurboJPEG", pkgConfig: "libturbojpeg", package: "libturbojpeg0-dev"),
    cLibrary("CUdev", pkgConfig: "libudev", package: "libudev-dev"),
    cLibrary("CZBar", pkgConfig: "zbar", package: "libzbar-dev"),
    cLibrary("CZip", pkgConfig: "libzip", package: "libzip-dev"),
    cLibrary("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),
]

let libraries: [Target] = [
    // Stand-ins for packages that cannot be fetched, in the shape of the originals.
    library("ArgumentParsing"),
    library("Logging"),
    library("ServiceLifecycle", ["Logging"]),
    library("Release"),
    // What all who refuse something have in common.
    library("Explaining"),
    library("Metrics"),
    // The operating system.
    library("UnixSystem", ["Explaining", "CLinux"]),
    // Formats and rules, without input or output.
    library("CSV", ["Explaining"]),
    library("Compression", ["CZlib"]),
    library("XML", ["CExpat"]),
    library("Markup"),
    library("NDEF", ["Explaining"]),
    library("NFCTags", ["Explaining", "NDEF"]),
    library("Geodesy", ["Explaining", "CPROJ"]),
    library("AppClips", ["Explaining"]),
    library("Registry", ["AppClips", "CSV", "Explaining", "Geodesy"]),
    library("Audit", ["AppClips", "CSV", "Geodesy", "Registry", "CProcessor"]),
    library("Handover", ["AppClips", "Geodesy", "Registry"]),
    library("Readiness", ["AppClips", "CSV", "Geodesy", "NDEF", "NFCTags", "Registry"]),
    library("Provisioning", ["Explaining", "NDEF", "NFCTags", "Registry"]),
    library("AppStoreConnect", ["AppClips", "Explaining", "Geodesy", "Registry"]),
    // Paper.
    library("SymbolDecoding", ["Explaining", "CZBar"]),
    library("Pictures", ["Explaining", "CJPEG", "CPNG"]),
    library(
        "Labels",
        ["Compression", "Explaining", "Markup", "Pictures", "SymbolDecoding", "CCairo", "CQPDF", "CQRencode", "CRSVG"]),
    library("Printing", ["Explaining", "CCUPS"]),
    library("ClipCodes", ["Explaining", "XML", "CZip"]),
    // The field: what auditors bring, and what they hand over.
    library("Photographs", ["SymbolDecoding", "CExif", "CTurboJPEG"]),
    library("SightingFiles", ["CSV", "Compression", "Explaining", "Photographs", "UnixSystem", "XML"]),
    library(
        "AuditPages", ["Audit", "CSV", "Cryptography", "Geodesy", "Markup", "Registry"],
        resources: [.embedInCode("Parts")]),
    // Keeping.
    library("Cryptography", ["Explaining", "CCrypto"]),
    library("Storage", ["AppClips", "Cryptography", "Geodesy", "Registry", "UnixSystem", "CSQLite"]),
    // Readers.
    library("ReaderProtocol"),
    library("NFCReader", ["ReaderProtocol", "UnixSystem", "CNFC"]),
    library("ReaderSupervision", ["Logging", "NFCTags", "ReaderProtocol", "UnixSystem", "CUdev"]),
    library("ReaderEmulator"),
    // The machine around a station: what is seen of it, and what that means.
    library("Diagnosis", ["ReaderProtocol"]),
    library("Inspection", ["Diagnosis", "ReaderProtocol", "UnixSystem"]),
    // The wire.
    library("HTTPServer", ["UnixSystem", "CMicroHTTPD"]),
    library("HTTPClient", ["Explaining", "UnixSystem", "CCurl"]),
    library("OpenAPI"),
    library("Console", ["AuditPages", "Cryptography", "HTTPServer"], resources: [.embedInCode("Parts")]),
    library("AppStoreClient", ["AppStoreConnect", "Cryptography", "Explaining", "HTTPClient", "UnixSystem"]),
    library("GPS", ["Explaining", "Geodesy", "UnixSystem", "CGPS"]),
    library("Sites", ["AppClips", "Explaining", "HTTPClient", "Markup", "Registry"]),
    library("API", ["AppClips", "Audit", "Geodesy", "HTTPClient", "Registry"]),
    library(
        "Station",
        [
            "API", "AppClips", "Audit", "CSV", "Cryptography", "Explaining", "Geodesy", "HTTPServer", "Logging",
            "Metrics",
            "NFCTags", "OpenAPI", "Provisioning", "ReaderProtocol", "ReaderSupervision", "Registry", "Release",
            "UnixSystem",
        ]),
]

let programs: [Target] = [
    program("reader-emulator", ["ReaderEmulator"]),
    program("waymark-reader", ["ArgumentParsing", "NFCReader", "ReaderProtocol", "Release", "UnixSystem"]),
    program(
        "waymarkd",
        [
            "ArgumentParsing", "Console", "Cryptography", "Geodesy", "HTTPServer", "Logging", "ReaderSupervision",
            "Registry", "Release", "ServiceLifecycle", "Station", "Storage", "UnixSystem", "CSystemd",
        ]),
    program(
        "waymark",
        [
            "API", "AppClips", "AppStoreClient", "AppStoreConnect", "ArgumentParsing", "Audit", "AuditPages", "CSV",
            "ClipCodes", "Cryptography", "Diagnosis", "Explaining", "GPS", "Geodesy", "HTTPClient", "Handover",
            "Inspection", "Labels", "Pictures", "Printing", "ReaderProtocol", "Readiness", "Registry", "Release",
            "SightingFiles", "Sites", "UnixSystem",
        ]),
]

let testTargets: [Target] = [
    testSupport("TestBench", ["UnixSystem"]),
    tests("ArgumentParsingTests", ["ArgumentParsing"]),
    tests("LoggingTests", ["Logging"]),
    tests("MetricsTests", ["Metrics"]),
    tests("ServiceLifecycleTests", ["Logging", "ServiceLifecycle"]),
    tests("UnixSystemTests", ["TestBench", "UnixSystem"]),
    tests("CSVTests", ["CSV"]),
    tests("MarkupTests", ["Markup"]),
    tests("NDEFTests", ["NDEF"]),
    tests("NFCTagsTests", ["NDEF", "NFCTags", "ReaderEmulator"], exclude: ["Strangers/Peers"]),
    tests("GeodesyTests", ["Geodesy"], resources: [.copy("Fixtures")]),
    tests("AppClipsTests", ["AppClips"]),
    tests("RegistryTests", ["AppClips", "CSV", "Geodesy", "Registry"]),
    tests("AuditTests", ["AppClips", "Audit", "CSV", "Geodesy", "Registry"]),
    tests("HandoverTests", ["AppClips", "Audit", "Geodesy", "Handover", "Registry"]),
    tests("ReadinessTests", ["AppClips", "CSV", "Geodesy", "Readiness", "Registry"]),
    tests("AppStoreConnectTests", ["AppClips", "AppStoreConnect", "Geodesy", "Registry"]),
    tests(
        "AppStoreClientTests",
        ["AppStoreClient", "AppStoreConnect", "Cryptography", "HTTPClient", "TestBench", "UnixSystem", "waymark"],
        exclude: ["Peers"]),
    tests("ProvisioningTests", ["NDEF", "NFCTags", "Provisioning", "ReaderEmulator", "Registry"]),
    tests("XMLTests", ["XML"]),
    tests("SymbolDecodingTests", ["SymbolDecoding"]),
    tests("PicturesTests", ["Pictures"]),
    tests("LabelsTests", ["Labels", "SymbolDecoding"]),
    tests("ClipCodesTests", ["ClipCodes"]),
    tests("DiagnosisTests", ["Diagnosis", "Inspection", "ReaderProtocol"]),
    tests("PrintingTests", ["Labels", "Printing", "UnixSystem"]),
    tests("SightingFilesTests", ["CSV", "SightingFiles"]),
    tests("CryptographyTests", ["Cryptography", "Explaining"]),
    tests("StorageTests", ["AppClips", "Geodesy", "Registry", "Storage", "TestBench"], exclude: ["Fixtures"]),
    tests("ReaderProtocolTests", ["ReaderProtocol"]),
    tests("ReaderEmulatorTests", ["ReaderEmulator", "reader-emulator"], exclude: ["Strangers/Peers"]),
    tests("GPSTests", ["GPS", "Geodesy"]),
    tests("SitesTests", ["AppClips", "Registry", "Sites", "UnixSystem"]),
    tests("OpenAPITests", ["OpenAPI"]),
    tests("HTTPTests", ["HTTPClient", "HTTPServer", "UnixSystem"]),
    tests(
        "ReaderTests",
        [
            "Logging", "NDEF", "NFCTags", "ReaderEmulator", "ReaderProtocol", "ReaderSupervision", "TestBench",
            "UnixSystem", "waymark-reader",
        ]),
    tests("ConsoleTests", ["Audit", "Console", "Labels", "NFCTags", "Registry"]),
    tests(
        "EndToEndTests",
        [
            "ArgumentParsing", "ReaderEmulator", "SymbolDecoding", "TestBench", "UnixSystem", "reader-emulator",
            "waymark", "waymark-reader", "waymarkd",
        ]),
    tests(
        "PolicyTests",
        [
            "API", "AppClips", "ArgumentParsing", "Audit", "CSV", "Diagnosis", "Metrics", "ReaderProtocol", "Readiness",
            "Registry", "Sites", "Station", "Storage", "TestBench",
        ]),
]

// Benchmarks is a package of its own and reaches the rooms as products.
let products: [Product] = libraries.map { .library(name: $0.name, targets: [$0.name]) }

let package = Package(
    name: "Waymark", products: products, targets: cLibraries + libraries + programs + testTargets)
