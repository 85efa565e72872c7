import Foundation

// Makes the registry of a station that has worked by itself for a long time, through the product's own storage.
//
// usage: adopted-registry FILE TAGS SIGHTINGS. In memory (/dev/shm) it is made much faster than on a disk: each entry is forced there.

let arguments = CommandLine.arguments
guard arguments.count == 4, let tags = Int(arguments[2]), let sightings = Int(arguments[3]) else {
    print("usage: adopted-registry FILE TAGS SIGHTINGS")
    exit(64)
}
try await LongHistory(tags: tags, sightings: sightings).make(arguments[1])
