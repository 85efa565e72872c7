// swift-tools-version: 6.2
import PackageDescription

// Measures the product; a package of its own, so that the product never builds it. Run it with `make bench`.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Waymark", path: "..")],
    targets: [
        .target(
            name: "Simulation",
            dependencies: ["AppClips", "Audit", "Geodesy", "Registry"].map { .product(name: $0, package: "Waymark") },
            swiftSettings: settings),
        .executableTarget(
            name: "deployment-simulator",
            dependencies: ["Simulation"]
                + ["Audit", "Geodesy", "Registry"].map { .product(name: $0, package: "Waymark") },
            swiftSettings: settings),
        .executableTarget(
            name: "audit-benchmark",
            dependencies: ["AppClips", "Audit", "CSV", "Geodesy", "Registry", "UnixSystem"].map {
                .product(name: $0, package: "Waymark")
            },
            swiftSettings: settings),
    ])
