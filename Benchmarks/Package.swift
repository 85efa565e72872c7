// swift-tools-version: 6.2
import PackageDescription

// Timings. A package of its own, so that building Waymark does not build what only measures it.
let package = Package(
    name: "Benchmarks",
    dependencies: [.package(name: "Waymark", path: "..")],
    targets: [
        // libqrencode alone: the floor that label sheets are measured against.
        .systemLibrary(name: "CEncoder", path: "CEncoder", pkgConfig: "libqrencode"),
        .executableTarget(
            name: "labels-benchmark", dependencies: [.product(name: "Labels", package: "Waymark"), "CEncoder"],
            path: "LabelsBenchmark", exclude: ["peers.py"]),
    ]
)
