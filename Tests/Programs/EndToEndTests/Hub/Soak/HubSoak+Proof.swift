import Foundation
import ReaderEmulator
import TestBench
import Testing
import UnixSystem

/// What must be true in the end, beside what ``SoakPicture`` compares.
extension HubSoak {
    /// The hub has each station's journal to its end, and every program that verifies something finds nothing.
    func settle(_ hub: TestHub, _ places: [SoakPlace]) async throws {
        for place in places {
            try await place.station.sync()
            let check = try await place.station.waymark("journal", "verify", "--json").document
            #expect(check["brokenAt"] == nil && (check["deviations"] as? [Any])?.isEmpty == true, "\(check)")
        }
        let known = try await hub.waymark("hub", "stations", "--json").document["stations"] as? [[String: Any]]
        for place in places {
            let status = try await place.station.waymark("station", "status", "--json").document
            let line = known?.first { $0["name"] as? String == "station-\(place.number)" }
            let (newest, head) = (status["newest"] as? String, line?["head"] as? String)
            #expect(newest != nil && newest == head, "station \(place.number)")
        }
        #expect(try await hub.waymark("hub", "conflicts", expecting: nil).output == "No conflicts.\n")
        let verified = try await hub.verify()
        #expect(verified.status == .exited(0), "\(verified)")
    }

    func picture(
        _ hub: TestHub, _ places: [SoakPlace], _ chips: [ReaderEmulator.Type2Tag]
    ) async throws -> SoakPicture {
        let expected = batches.flatMap { name, count in (1...count).map { "\(name)\($0)" } }
        var picture = SoakPicture(expected: Set(expected), hub: [], stations: [], chips: [:])
        for name in names { picture.hub += try await Self.written(StationAPI(socket: hub.socket), name) }
        for place in places {
            var station = SoakPicture.Station(tags: [], journal: [])
            for name in names {
                // Without its network a station may hold what others have not needed.
                station.tags += try await Self.written(place.station.api, name).filter { !$0.uid.isEmpty }
            }
            station.journal = Self.confirmed(try await place.station.api.journal())
            picture.stations.append(station)
        }
        for chip in chips {
            // As it was made.
            let isBlank = chip.memory == ReaderEmulator.Type2Tag(chip.product, uid: chip.uid).memory
            picture.chips[chip.uidText] = isBlank ? .blank : .reads(chip.phoneView)
        }
        return picture
    }

    private static func written(_ api: StationAPI, _ batch: String) async throws -> [SoakPicture.Written] {
        try await api.tags(of: batch).map { tag in
            SoakPicture.Written(tag: tag.id, uid: tag.state == "written" ? tag.uid ?? "" : "", url: tag.url)
        }
    }

    private static func confirmed(_ journal: [StationAPI.Entry]) -> [SoakPicture.Written] {
        var last: [String: StationAPI.Entry] = [:]
        for entry in journal where entry.kind.hasPrefix("write-") {
            if let tag = entry["tag"] { last[tag] = entry }
        }
        return last.compactMap { tag, entry in
            guard entry.kind == "write-confirmed", let uid = entry["uid"], let url = entry["url"] else { return nil }
            return SoakPicture.Written(tag: tag, uid: uid, url: url)
        }
    }
}
