// swift-tools-version: 6.2
import PackageDescription

// Measures the product; a package of its own, so that the product never builds it. Run it with `make bench`.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

func modules(_ names: String...) -> [Target.Dependency] {
    names.map { .product(name: $0, package: "Waymark") }
}

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Waymark", path: "..")],
    targets: [
        // libqrencode alone: the floor that label sheets are measured against.
        .systemLibrary(name: "CEncoder", path: "CEncoder", pkgConfig: "libqrencode"),
        .executableTarget(
            name: "labels-benchmark", dependencies: modules("Labels") + ["CEncoder"], path: "LabelsBenchmark",
            exclude: ["compare.py", "peers.py"]),
        .executableTarget(name: "api-benchmark", path: "APIBenchmark", swiftSettings: settings),
        .target(
            name: "Simulation", dependencies: modules("AppClips", "Audit", "Geodesy", "Registry"),
            swiftSettings: settings),
        .executableTarget(
            name: "deployment-simulator", dependencies: ["Simulation"] + modules("Audit", "Geodesy", "Registry"),
            swiftSettings: settings),
        .executableTarget(
            name: "confirmation-simulator",
            dependencies: ["Simulation"] + modules("AppClips", "Audit", "Geodesy", "Registry"), swiftSettings: settings),
        .executableTarget(
            name: "audit-benchmark",
            dependencies: modules("AppClips", "Audit", "CSV", "Geodesy", "Registry", "UnixSystem"),
            swiftSettings: settings),
        .executableTarget(
            name: "writing-benchmark",
            dependencies: modules(
                "Logging", "NDEF", "NFCTags", "ReaderEmulator", "ReaderProtocol", "ReaderSupervision", "UnixSystem"),
            path: "WritingBenchmark", exclude: ["nfcpy_write.py"], swiftSettings: settings),
    ])
