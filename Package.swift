

let package = Package(name: "Waymark", targets: cLibraries + libraries + programs + testTargets)
