import Audit
import Chips
import Geodesy
import Registry
import Testing

/// What happens to chains of stores, and the one finding that each of it must come to.
@Suite struct `Stories` {
    /// Every code of a batch, seen where it is: by default in its own store.
    private func walk(_ chain: Chain, _ tags: [Registry.Tag], at place: [String: String] = [:]) throws -> [Sighting] {
        try tags.enumerated().map { index, tag in
            try chain.sighting(
                tag.url, at: place[tag.store.text] ?? tag.store.text, metres: Double(index % 40),
                azimuth: Double(index * 37 % 360 - 180), accuracy: Double(index * 7 % 12 + 4), minute: Int64(index * 2),
                uid: tag.uid?.hexadecimal)
        }
    }

    private func batch(_ chain: Chain, _ name: String, _ stores: [String], each count: Int) throws -> [Registry.Tag] {
        try stores.flatMap { store in
            try (1...count).map { try chain.tag("\(name)-\(store)-\($0)", store: store, batch: name) }
        }
    }

    @Test func `Fruta - the print shop mixed up the sheets for Cupertino and San Francisco`() throws {
        let chain = try Chain()
        let codes = try batch(chain, "fruta-qr", ["cupertino", "san-francisco", "seoul"], each: 24)
        let report = chain.audit(
            try walk(chain, codes, at: ["cupertino": "san-francisco", "san-francisco": "cupertino"]), tags: codes)
        #expect(report.findings.map(\.code) == [.swapped])
        #expect(report.findings.first?.tags.count == 48)
        #expect(
            report.findings.first?.message
                == "the codes of Fruta cupertino and Fruta san-francisco were mixed up (batch fruta-qr): 24 codes for "
                + "Fruta cupertino are at Fruta san-francisco and 24 codes for Fruta san-francisco are at Fruta cupertino"
        )
        #expect(report.summary.inside == 24 && report.summary.outside == 48)
    }

    @Test func `three boxes went round in a circle`() throws {
        let chain = try Chain()
        let codes = try batch(chain, "spring", ["cupertino", "palo-alto", "seoul", "san-francisco"], each: 6)
        let report = chain.audit(
            try walk(chain, codes, at: ["cupertino": "palo-alto", "palo-alto": "seoul", "seoul": "cupertino"]),
            tags: codes)
        #expect(report.findings.map(\.code) == [.swapped])
        let finding = try #require(report.findings.first)
        #expect(finding.stores == ["cupertino", "palo-alto", "seoul"])
        #expect(finding.message.contains("6 codes for Fruta seoul are at Fruta cupertino"))
        #expect(finding.next.contains("At Fruta seoul, take down the 6 codes that open Fruta palo-alto"))
    }

    @Test(arguments: [
        (37.3230, 122.0322, "with the sign of its longitude changed"),
        (-37.3230, -122.0322, "with the sign of its latitude changed"),
        (-37.3230, 122.0322, "with both signs changed"),
        (0, 0, "its latitude and longitude are zero"), (37.3230, 0, "its longitude is zero"),
    ])
    func `Cupertino's coordinates were registered wrong`(
        _ latitude: Double, _ longitude: Double, _ mistake: String
    ) throws {
        let chain = try Chain()
        let codes = try batch(chain, "qr", ["cupertino"], each: 5)
        let seen = try walk(chain, codes)
        let wrong = try chain.with("cupertino", at: Coordinate(latitude: latitude, longitude: longitude))
        let report = wrong.audit(seen, tags: codes)
        #expect(report.findings.map(\.code) == [.regionSuspect])
        let finding = try #require(report.findings.first)
        #expect(finding.stores == ["cupertino"] && finding.tags.count == 5)
        #expect(finding.evidence.reason == mistake)
        #expect(finding.message.contains(mistake))
        #expect(finding.next.contains("If it is at 37.32"))
        let suggested = try #require(finding.evidence.suggestedCentre)
        #expect(suggested.distance(to: try Coordinate(latitude: 37.3230, longitude: -122.0322)) < 100)
    }

    @Test func `latitude and longitude of Seoul were exchanged`() throws {
        let chain = try Chain(places: ["paris": (48.8566, 2.3522), "lyon": (45.7640, 4.8357)])
        let codes = try batch(chain, "qr", ["paris", "lyon"], each: 4)
        let wrong = try chain.with("paris", at: Coordinate(latitude: 2.3522, longitude: 48.8566))
        let report = wrong.audit(try walk(chain, codes), tags: codes)
        #expect(report.findings.map(\.code) == [.regionSuspect])
        #expect(report.findings.first?.message.contains("with latitude and longitude exchanged it fits") == true)
    }

    @Test func `all tags agree on a spot that no mistake explains`() throws {
        let chain = try Chain()
        let codes = try batch(chain, "qr", ["cupertino"], each: 5)
        let seen = try codes.enumerated().map { index, tag in
            try chain.sighting(tag.url, at: "cupertino", metres: 900 + Double(index), minute: Int64(index))
        }
        let report = chain.audit(seen, tags: codes)
        #expect(report.findings.map(\.code) == [.regionSuspect])
        #expect(report.findings.first?.message.contains("all at one spot that is in no store's region") == true)
    }

    @Test func `somebody copied a tag and hung the copy elsewhere`() throws {
        let chain = try Chain()
        var tag = try chain.tag("n-1", store: "cupertino", batch: "nfc")
        tag.uid = ChipUID("04A1B2C3D4E580")
        let report = chain.audit(
            [
                try chain.sighting(tag.url, at: "cupertino", uid: "04A1B2C3D4E580"),
                try chain.sighting(tag.url, at: "san-francisco", minute: 3_000, uid: "04FFFFFFFFFF80"),
            ], tags: [tag])
        #expect(report.findings.map(\.code) == [.cloned])
        let finding = try #require(report.findings.first)
        #expect(finding.severity == .critical && finding.tags == ["n-1"])
        #expect(finding.stores == ["cupertino", "san-francisco"])
        #expect(finding.message.contains("the identifier n-1 is on 2 chips"))
        #expect(finding.next.hasPrefix("The chip 04A1B2C3D4E580 is the one that we wrote; take down the other."))
    }

    @Test func `a chip in two places faster than anything travels is a copy with its identifier`() throws {
        let chain = try Chain()
        let url = chain.url("n-1", "cupertino")
        let report = chain.audit([
            try chain.sighting(url, at: "cupertino", uid: "04A1B2C3D4E580", device: "a"),
            try chain.sighting(url, at: "seoul", minute: 5, uid: "04A1B2C3D4E580", device: "b"),
        ])
        #expect(report.findings.map(\.code) == [.cloned])
        #expect(report.findings.first?.evidence.reason?.hasSuffix("apart within 5 minutes") == true)
    }

    @Test func `the same identifier in two differently written URLs is a copy, too`() throws {
        let chain = try Chain()
        let report = chain.audit([
            try chain.sighting(chain.url("n-1", "cupertino"), at: "cupertino", uid: "04A1B2C3D4E580"),
            try chain.sighting(chain.url("n-1", "seoul"), at: "seoul", minute: 9_000, uid: "04A1B2C3D4E581"),
        ])
        #expect(report.findings.map(\.code) == [.cloned])
        #expect(report.summary.inside == 2)
    }

    @Test func `a foreign sticker hides one of our codes`() throws {
        let chain = try Chain()
        let codes = try batch(chain, "qr", ["cupertino"], each: 4)
        var seen = try walk(chain, Array(codes.dropLast()))
        seen.append(try chain.sighting("https://fruta-pay.example/c?tag=1", at: "cupertino", minute: 30))
        let report = chain.audit(seen, tags: codes)
        #expect(report.findings.map(\.code) == [.foreign])
        let finding = try #require(report.findings.first)
        #expect(finding.severity == .critical && finding.stores == ["cupertino"])
        #expect(finding.next.contains("look for our own qr-cupertino-4 (door) underneath, and report it as fraud"))
    }

    @Test func `a box went to the wrong store`() throws {
        let chain = try Chain()
        let codes = try batch(chain, "spring", ["cupertino"], each: 12)
        var seen = try walk(chain, codes, at: ["cupertino": "palo-alto"])
        let own = try chain.tag("other", store: "palo-alto", batch: "autumn")
        seen.append(try chain.sighting(own.url, at: "palo-alto"))
        let report = chain.audit(seen, tags: codes + [own])
        #expect(report.findings.map(\.code) == [.misdelivered])
        #expect(report.findings.first?.stores == ["cupertino", "palo-alto"])
        #expect(
            report.findings.first?.message
                == "the 12 codes of batch spring for Fruta cupertino are at Fruta palo-alto: the box went to the wrong store"
        )
    }

    @Test func `a sign was carried to another store`() throws {
        let chain = try Chain()
        let url = chain.url("door", "cupertino")
        let seen =
            try (0..<5).map { try chain.sighting(url, at: "cupertino", minute: Int64($0) * 60) }
            + (0..<2).map { try chain.sighting(url, at: "palo-alto", minute: 9_000 + Int64($0) * 60) }
        let report = chain.audit(seen)
        #expect(report.findings.map(\.code) == [.moved])
        #expect(report.findings.first?.stores == ["cupertino", "palo-alto"])
        #expect(report.findings.first?.severity == .critical)
        #expect(report.tags?.first?.verdict == .outside && report.tags?.first?.foundStore == "palo-alto")

        let once = chain.audit([seen[0], seen[6]])
        #expect(once.findings.map(\.code) == [.moved])
        #expect(once.findings.first?.severity == .warning && once.tags?.first?.verdict == .undecided)
    }

    /// A bad fix or a vague one among the last visits does not hide that two others agree.
    @Test func `a sign was carried away, and one of the last fixes is worth nothing`() throws {
        let chain = try Chain()
        let url = chain.url("door", "cupertino")
        let before = try (0..<3).map { try chain.sighting(url, at: "cupertino", minute: Int64($0) * 60) }
        let after = try (0..<2).map { try chain.sighting(url, at: "seoul", minute: 9_000 + Int64($0) * 60) }
        let bad = try chain.sighting(url, at: "palo-alto", metres: 4_000, minute: 9_300)
        let vague = try chain.sighting(url, at: "seoul", metres: 900, accuracy: 1_800, minute: 9_300)
        for last in [bad, vague] {
            let report = chain.audit(before + after + [last])
            #expect(report.findings.map(\.code).contains(.moved))
            #expect(report.findings.first { $0.code == .moved }?.stores == ["cupertino", "seoul"])
        }
        // One visit elsewhere and nothing else is a bad fix.
        #expect(chain.audit(before + [bad]).findings.map(\.code) == [.inconsistent])
    }

    /// A fix good to a kilometre or two may be of either place; it must not make one place in the middle of both.
    @Test func `a sign was carried six kilometres away, and a vague fix agrees with both places`() throws {
        let chain = try Chain(places: ["north": (37.0550, -122.0), "south": (37.0000, -122.0)])
        let url = chain.url("door", "north")
        let before = try (0..<4).map { try chain.sighting(url, at: "north", minute: Int64($0) * 60) }
        let after = try (0..<3).map { try chain.sighting(url, at: "south", minute: 9_000 + Int64($0) * 60) }
        let vague = try chain.sighting(url, at: "north", metres: 2_000, accuracy: 1_800, minute: 300)
        let report = chain.audit(before + [vague] + after)
        #expect(report.findings.map(\.code) == [.moved])
        #expect(report.findings.first?.stores == ["north", "south"])
    }

    /// Two stores share a mall: tags there may be at either, and the one whose own tags are missing explains it.
    @Test func `two boxes were exchanged, and one of the stores shares its mall with a small one`() throws {
        let chain = try Chain(places: [
            "far": (37.0, -122.0), "mall": (37.3230, -122.0322), "kiosk": (37.3231, -122.0323),
        ])
        let codes = try batch(chain, "spring", ["far", "mall"], each: 8)
        let report = chain.audit(try walk(chain, codes, at: ["far": "mall", "mall": "far"]), tags: codes)
        #expect(report.findings.map(\.code) == [.swapped])
        #expect(report.findings.first?.stores == ["far", "mall"])
    }

    @Test func `a chip was written again by somebody else`() throws {
        let chain = try Chain()
        var tag = try chain.tag("n-1", store: "cupertino", batch: "nfc")
        tag.uid = ChipUID("04A1B2C3D4E580")
        let other = try chain.tag("n-2", store: "seoul", batch: "nfc")
        let report = chain.audit(
            [
                try chain.sighting(other.url, at: "cupertino", uid: "04A1B2C3D4E580"),
                try chain.sighting(other.url, at: "seoul", minute: 60),
            ], tags: [tag, other], deployed: false)
        #expect(report.findings.map(\.code).contains(.wrongContent))
        let finding = try #require(report.findings.first { $0.code == .wrongContent })
        #expect(finding.stores == ["cupertino"] && finding.tags == ["n-1"])
        #expect(finding.evidence.reason == "the journal has \(tag.url)")
    }

    @Test func `a label that was printed twice and hangs in two places is no copy of somebody else's`() throws {
        let chain = try Chain()
        var tag = try chain.tag("q-1", store: "cupertino")
        let seen = [
            try chain.sighting(tag.url, at: "cupertino"), try chain.sighting(tag.url, at: "seoul", minute: 60),
            try chain.sighting(tag.url, at: "cupertino", minute: 120),
        ]
        tag.prints = 1
        #expect(!chain.audit(seen, tags: [tag]).findings.contains { $0.message.contains("reprinted") })
        tag.prints = 2
        let report = chain.audit(seen, tags: [tag])
        #expect(report.findings.map(\.code) == [.inconsistent])
        let finding = try #require(report.findings.first)
        #expect(
            finding.message == "a reprinted label still hangs: the label of tag q-1 was printed 2 times, "
                + "and is seen at Fruta cupertino and at Fruta seoul")
        #expect(finding.next.hasPrefix("Take down the label at Fruta seoul; leave the one at Fruta cupertino."))
        #expect(finding.evidence.reason == "the journal has 2 labels of it" && finding.severity == .warning)
        // A bad fix in the middle of nowhere is no second label.
        let bad = [seen[0], seen[2], try chain.sighting(tag.url, at: "cupertino", metres: 17_000, minute: 60)]
        #expect(!chain.audit(bad, tags: [tag]).findings.contains { $0.message.contains("reprinted") })
    }

    private static let bothOrders = [["seoul", "cupertino"], ["cupertino", "seoul"]]

    /// Two visits at the end decide where the tag is; of a second label those before them speak.
    @Test(arguments: bothOrders)
    func `a label that was printed twice is seen at one store first and then at the other`(_ stores: [String]) throws {
        let chain = try Chain()
        var tag = try chain.tag("q-1", store: "cupertino")
        tag.prints = 2
        let seen = try (0..<4).map { try chain.sighting(tag.url, at: stores[$0 / 2], minute: Int64($0) * 60) }
        let report = chain.audit(seen, tags: [tag])
        #expect(report.findings.map(\.code) == [.inconsistent])
        let finding = try #require(report.findings.first)
        #expect(finding.message.hasPrefix("a reprinted label still hangs") && finding.stores == ["cupertino", "seoul"])
        // It rests on what was seen of the other label, which later visits to this one do not show again.
        let elsewhere = try #require(stores.firstIndex(of: "seoul"))
        #expect(finding.lastEvidence == seen[elsewhere * 2 + 1].time.milliseconds / 1_000)
    }

    /// As far away as its copy is no chip gets within a quarter of an hour.
    @Test(arguments: bothOrders)
    func `a copied chip is seen twice in each place within minutes`(_ stores: [String]) throws {
        let chain = try Chain()
        let url = chain.url("n-1", "cupertino")
        let minutes: [Int64] = [0, 20, 35, 55]
        let seen = try minutes.enumerated().map { index, minute in
            try chain.sighting(url, at: stores[index / 2], minute: minute, uid: "04A1B2C3D4E580")
        }
        let report = chain.audit(seen)
        #expect(report.findings.map(\.code) == [.cloned])
        #expect(report.findings.first?.stores == ["cupertino", "seoul"])
        #expect(report.findings.first?.evidence.reason?.hasSuffix("apart within 15 minutes") == true)
    }

    @Test func `fixes too vague for one tag are enough for the box`() throws {
        let chain = try Chain(places: ["north": (37.0000, -122.0), "south": (36.9964, -122.0)])
        let codes = try batch(chain, "qr", ["north", "south"], each: 12)
        let seen = try codes.enumerated().map { index, tag in
            // 400 m lie between the stores, a fix is good to 180 m: none of them says anything alone.
            try chain.sighting(
                tag.url, at: tag.store.text == "north" ? "south" : "north", metres: 60,
                azimuth: Double(index * 30 - 180), accuracy: 180, minute: Int64(index) * 20)
        }
        let report = chain.audit(seen, tags: codes)
        #expect(report.summary.undecided == 24)
        #expect(report.findings.map(\.code) == [.swapped])
        #expect(report.findings.first?.tags.count == 24)
        // The same fixes of one device at one time are one witness: too little for a verdict on a box.
        let together = try codes.map {
            try chain.sighting($0.url, at: $0.store.text == "north" ? "south" : "north", metres: 60, accuracy: 180)
        }
        #expect(chain.audit(together, tags: codes).findings.isEmpty)
    }

    @Test func `what nobody has seen for long, and what is retired, is stale`() throws {
        let chain = try Chain()
        let seen = [try chain.sighting(chain.url("1", "cupertino"), at: "cupertino")]
        let later = Timestamp(milliseconds: 1_795_000_000_000 + 100 * 86_400_000)
        func codes(_ days: Int?) -> [FindingCode] {
            chain.audit(seen, [], rules: AuditRules(now: later, staleAfterDays: days)).findings.map(\.code)
        }
        #expect(codes(nil) == [] && codes(101) == [] && codes(99) == [.stale])
        let report = try chain.retired().audit(seen)
        #expect(report.findings.map(\.code) == [.stale])
        #expect(report.findings.first?.severity == .warning && report.summary.inside == 1)
    }
}
