import AppClips
import Chips
import Foundation
import Geodesy
import Registry
import Testing

/// The journal is read by programs, years later: kinds and payloads are literal here, so that a change is seen.
@Suite struct `A journal event` {
    private static let samples: [(JournalEvent, kind: String, payload: String)] = {
        guard let tag = TagID("t-1"), let batch = BatchName("opening"), let reader = ReaderName("bench 1"),
            let url = try? InvocationURL("https://example.com/"),
            let card = try? Card(title: "T", subtitle: "S", action: .open), let store = StoreID("cupertino"),
            let place = try? Coordinate(latitude: 37.5, longitude: -122),
            let uid = ChipUID("04A1B2C3D4E580"), let bench = TokenName("bench")
        else { return [] }
        let experience = Experience(url: url, card: card)
        let token = AccessToken(name: bench, role: .provision, expires: nil)
        let planned = Registry.Tag(
            id: tag, batch: batch, store: store, placement: "door", medium: .nfc, url: "https://example.com/1")
        let created = Batch(name: batch, template: "https://example.com/{tag}", tags: [planned])
        let shop = Store(id: store, name: "Cupertino", region: nil)
        let write = TagWrite(
            tag: tag, batch: batch, uid: uid, product: "NTAG213", url: "https://example.com/1", reader: reader)
        let problem = TagProblem(
            tag: nil, batch: batch, uid: uid, reader: reader, code: "locked", message: "tag \"x\"\ncannot be written")
        let release = TagRelease(tag: tag, uid: nil, reason: "lost")
        let pause = BatchPause(batch: batch, reason: "lunch")
        let record = ReaderRecord(name: reader, connection: "pn532_uart:/dev/ttyUSB0")
        let rules = BatchRules(protection: .password, mirror: .uid, genuineness: .required)
        let key = KeyName(identifier: "bench-2026", check: "A1B2C3")
        let writePayload =
            #"{"batch":"opening","product":"NTAG213","reader":"bench 1","tag":"t-1","uid":"04A1B2C3D4E580","#
            + #""url":"https://example.com/1"}"#
        let problemPayload =
            #"{"batch":"opening","code":"locked","message":"tag \"x\"\ncannot be written","reader":"bench 1","#
            + #""uid":"04A1B2C3D4E580"}"#
        let readerPayload = #"{"connection":"pn532_uart:/dev/ttyUSB0","name":"bench 1"}"#
        let releasePayload = #"{"reason":"lost","tag":"t-1"}"#
        func imported(_ kind: EvidenceKind) -> EvidenceImport {
            EvidenceImport(
                number: 7, kind: kind, file: "w.csv", digest: "00ff", rows: 3, new: 2, badRows: 1, isComplete: true)
        }
        let time = Timestamp(milliseconds: 0)
        let digest = String(repeating: "0a", count: 32)
        let finding = KeptFinding(
            number: 17, state: .new, code: "misplaced", severity: "critical", stores: [store], tags: ["t-1"],
            message: "elsewhere", next: "Bring it back.", since: time, lastFound: time, resolved: nil, acceptance: nil)
        return [
            (.storesImported([shop], file: "s.csv"), "stores-imported", #"{"file":"s.csv","rows":1}"#),
            (.experiencesImported([], file: "e.csv"), "experiences-imported", #"{"file":"e.csv","rows":0}"#),
            (
                .deploymentLoaded(
                    LoadedDeployment(name: "egg", template: nil, stores: [shop], experiences: [], batches: [created])),
                "deployment-loaded", #"{"batches":["opening"],"experiences":0,"name":"egg","stores":1}"#
            ),
            (
                .batchCreated(created), "batch-created",
                #"{"batch":"opening","tags":1,"template":"https://example.com/{tag}"}"#
            ),
            (
                .batchRevised(created), "batch-revised",
                #"{"batch":"opening","tags":1,"template":"https://example.com/{tag}"}"#
            ),
            (.batchPaused(pause), "batch-paused", #"{"batch":"opening","reason":"lunch"}"#),
            (.batchResumed(pause), "batch-resumed", #"{"batch":"opening","reason":"lunch"}"#),
            (
                .batchRuled(BatchPolicy(batch: batch, rules: rules)), "batch-ruled",
                #"{"batch":"opening","rules":{"genuineness":"required","mirror":"uid","protection":"password"}}"#
            ),
            (
                .keyRotated(KeyRotation(batch: batch, key: key)), "key-rotated",
                #"{"batch":"opening","key":"bench-2026:A1B2C3"}"#
            ),
            (
                .batchDeleted(BatchDeletion(batch: batch, tags: 3)), "batch-deleted", #"{"batch":"opening","tags":3}"#
            ),
            (
                .tagDeleted(TagDeletion(tag: tag, batch: batch)), "tag-deleted", #"{"batch":"opening","tag":"t-1"}"#
            ),
            (
                .tagCommissioned(
                    TagCommissioning(
                        tag: tag, batch: batch,
                        deployed: Deployed(
                            position: place, accuracy: 8, time: Timestamp(milliseconds: 0)))), "tag-commissioned",
                #"{"batch":"opening","deployed":{"accuracy":8,"position":{"latitude":37.5,"longitude":-122},"#
                    + #""time":"1970-01-01T00:00:00.000Z"},"tag":"t-1"}"#
            ),
            (
                .storeDeleted(StoreDeletion(StoreID(store.name, of: DeploymentName("egg")))), "store-deleted",
                #"{"deployment":"egg","store":"cupertino"}"#
            ),
            (
                .experienceDeleted(ExperienceDeletion(experience)), "experience-deleted",
                #"{"url":"https://example.com/"}"#
            ),
            (.readerAdded(record), "reader-added", readerPayload),
            (.readerRemoved(record), "reader-removed", readerPayload),
            (.writeIntended(write), "write-intended", writePayload),
            (
                .protectionIntended(
                    TagProtection(
                        tag: tag, batch: batch, uid: uid, reader: reader, protection: .password, key: key,
                        mirror: .uid)), "protection-intended",
                #"{"batch":"opening","key":"bench-2026:A1B2C3","mirror":"uid","protection":"password","#
                    + #""reader":"bench 1","tag":"t-1","uid":"04A1B2C3D4E580"}"#
            ),
            (.writeConfirmed(write), "write-confirmed", writePayload),
            (.writeInterrupted(problem), "write-interrupted", problemPayload),
            (.chipRefused(problem), "chip-refused", problemPayload),
            (.tagReplaced(release), "tag-replaced", releasePayload),
            (.tagRetired(release), "tag-retired", releasePayload),
            (
                .sheetMade(
                    SheetRecord(
                        batch: batch, stock: "22805", digest: "00ff", cells: [.init(tag: tag, page: 1, position: 4)])),
                "sheet-made",
                #"{"batch":"opening","cells":[{"page":1,"position":4,"tag":"t-1"}],"digest":"00ff","stock":"22805"}"#
            ),
            (
                .sheetPrinted(
                    PrintRecord(
                        batch: batch, printer: "ipp://desk/print", job: 7, digest: "00ff",
                        cells: [.init(tag: tag, page: 1, position: 4)])),
                "sheet-printed",
                #"{"batch":"opening","cells":[{"page":1,"position":4,"tag":"t-1"}],"digest":"00ff","job":7,"printer":"ipp://desk/print"}"#
            ),
            (
                .audited(AuditRecord(batch: nil, sightings: 9, badRows: 1, findings: ["swapped": 2, "missing": 1])),
                "audited", #"{"badRows":1,"findings":{"missing":1,"swapped":2},"sightings":9}"#
            ),
            (
                .evidenceImported(imported(.sightings)), "sightings-imported",
                #"{"badRows":1,"digest":"00ff","file":"w.csv","isComplete":true,"kind":"sightings","new":2,"number":7,"rows":3}"#
            ),
            (
                .evidenceImported(imported(.confirmations)), "confirmations-imported",
                #"{"badRows":1,"digest":"00ff","file":"w.csv","isComplete":true,"kind":"confirmations","new":2,"number":7,"rows":3}"#
            ),
            (
                .findingAccepted(FindingAcceptance(finding: finding, reason: "a fair", person: "Zoë")),
                "finding-accepted",
                #"{"code":"misplaced","finding":17,"person":"Zoë","reason":"a fair","stores":["cupertino"],"tags":["t-1"]}"#
            ),
            (
                .findingAssigned(FindingAssignment(finding: finding, person: "Kim")), "finding-assigned",
                #"{"code":"misplaced","finding":17,"person":"Kim","stores":["cupertino"],"tags":["t-1"]}"#
            ),
            (
                .findingRepaired(
                    FindingWork(finding: finding, person: "Kim", note: "moved", after: "00ff"), RepairPictures()),
                "finding-repaired",
                #"{"after":"00ff","code":"misplaced","finding":17,"note":"moved","person":"Kim","#
                    + #""stores":["cupertino"],"tags":["t-1"]}"#
            ),
            (
                .evidenceForgotten(
                    Forgetting(cause: .asked, before: nil, ofOneDevice: true, sightings: 4, confirmations: 1),
                    device: DevicePseudonym([0xAB])), "evidence-forgotten",
                #"{"cause":"asked","confirmations":1,"ofOneDevice":true,"sightings":4}"#
            ),
            (
                .tokenCreated(token, digest: "ab"), "token-created",
                #"{"digest":"ab","name":"bench","role":"provision"}"#
            ),
            (.tokenRevoked(token), "token-revoked", #"{"name":"bench","role":"provision"}"#),
            (
                .sessionOpened(Session(digest: "ab", token: token.name, expires: Timestamp(milliseconds: 1_000))),
                "session-opened", #"{"digest":"ab","expires":"1970-01-01T00:00:01.000Z","token":"bench"}"#
            ),
            (
                .sessionEnded(SessionEnd(digest: "ab", token: token.name)), "session-ended",
                #"{"digest":"ab","token":"bench"}"#
            ),
            (
                .registryRestored(
                    RegistryRestoration(
                        backup: "monday.sqlite", newest: JournalPoint(sequence: 8, digest: digest), replaced: nil,
                        lost: 2, tags: [tag], isDoubtful: true, lastFinding: 17, lastImport: 7,
                        kept: "registry.sqlite.replaced-20261121T213000Z"),
                    LostRecords(lives: [:], isProven: false, formerCarriers: [])),
                "registry-restored",
                #"{"backup":"monday.sqlite","isDoubtful":true,"kept":"registry.sqlite.replaced-20261121T213000Z","#
                    + #""lastFinding":17,"lastImport":7,"lost":2,"newest":"8:\#(digest)","revoked":[],"tags":["t-1"]}"#
            ),
            (
                .clockSet(ClockStep(from: time, to: Timestamp(milliseconds: 1_000))), "clock-set",
                #"{"from":"1970-01-01T00:00:00.000Z","to":"1970-01-01T00:00:01.000Z"}"#
            ),
        ] + ofStations(batch, tag, created, time)
    }()

    private static func ofStations(
        _ batch: BatchName, _ tag: TagID, _ plans: Batch, _ time: Timestamp
    ) -> [(JournalEvent, kind: String, payload: String)] {
        let (chain, era) = (ChainName(bits: 0xC0FFEE), Era(bits: 7))
        let (inChain, inEra) = ("00000000000000000000000000c0ffee", "00000000000000000000000000000007")
        guard let name = StationName("berlin") else { return [] }
        let grant = Grant(chain: chain, request: 1, era: era, batch: batch, tags: [tag])
        let end = GrantEnd(request: 1, batch: batch, tags: [tag])
        let ended = #"{"batch":"opening","request":1,"tags":["t-1"]}"#
        let granted = #"{"batch":"opening","chain":"\#(inChain)","era":"\#(inEra)","request":1,"tags":["t-1"]}"#
        let digest = String(repeating: "0a", count: 32)
        return [
            (
                .hubJoined(HubMembership(hub: "https://hub.example", name: name, chain: chain, era: era)), "hub-joined",
                #"{"chain":"\#(inChain)","era":"\#(inEra)","hub":"https://hub.example","name":"berlin"}"#
            ),
            (
                .hubLeft(HubDeparture(reason: "moved", released: [end])), "hub-left",
                #"{"reason":"moved","released":[\#(ended)]}"#
            ),
            (
                .grantMoved(.asked(GrantRequest(chain: chain, number: 1, era: era, batch: batch, count: 50))),
                "grant-asked",
                #"{"batch":"opening","chain":"\#(inChain)","count":50,"era":"\#(inEra)","number":1}"#
            ),
            (.grantMoved(.taken(grant, HubDocuments(batches: [plans]))), "grant-taken", granted),
            (.grantMoved(.declined(end)), "grant-declined", ended),
            (.grantMoved(.returned(end)), "grant-returned", ended),
            (.grantMoved(.closed(end)), "grant-closed", ended),
            (.grantMoved(.eraAdopted(EraAdoption(era))), "era-adopted", #"{"era":"\#(inEra)"}"#),
            (
                .documentsReceived(HubDocuments(batches: [plans])), "documents-received",
                #"{"batches":["opening"],"deployments":[],"experiences":0,"stores":0}"#
            ),
            (
                .hubMoved(.invited(StationInvitation(name: name, digest: "ab", expires: time))), "station-invited",
                #"{"digest":"ab","expires":"1970-01-01T00:00:00.000Z","name":"berlin"}"#
            ),
            (
                .hubMoved(
                    .enrolled(
                        StationEnrolment(
                            name: name, chain: chain, key: "ab", fingerprint: "cd",
                            head: JournalPoint(sequence: 8, digest: digest), former: nil))), "station-enrolled",
                #"{"chain":"\#(inChain)","fingerprint":"cd","head":"8:\#(digest)","key":"ab","name":"berlin"}"#
            ),
            (.hubMoved(.given(grant)), "grant-given", granted),
            (
                .hubMoved(.lost(StationLoss(chain: chain, name: name, reason: "stolen"))), "station-lost",
                #"{"chain":"\#(inChain)","name":"berlin","reason":"stolen"}"#
            ),
            (
                .hubMoved(.eraBegun(EraBeginning(era: era, reason: "restored"))), "era-begun",
                #"{"era":"\#(inEra)","reason":"restored"}"#
            ),
            (
                .hubMoved(.renewed(PlanRenewal(era: era, tags: 3, batches: [batch], retired: 1))), "plans-renewed",
                #"{"batches":["opening"],"era":"\#(inEra)","retired":1,"tags":3}"#
            ),
            (
                .registryHandedOver(RegistryHandOver(hub: "hub", chain: chain)), "registry-handed-over",
                #"{"chain":"\#(inChain)","hub":"hub"}"#
            ),
            (
                .hubMoved(
                    .adopted(
                        RegistryAdoption(
                            chain: chain, station: "bench", head: JournalPoint(sequence: 8, digest: digest),
                            deployments: ["fruta"], stores: 2, experiences: 1, batches: [batch], tags: 3,
                            findingsBehind: 5))), "registry-adopted",
                #"{"batches":["opening"],"chain":"\#(inChain)","deployments":["fruta"],"experiences":1,"#
                    + #""findingsBehind":5,"head":"8:\#(digest)","station":"bench","stores":2,"tags":3}"#
            ),
            (
                .hubMoved(.adoptionEnded(AdoptionEnd(chain: chain, station: "bench"))), "adoption-ended",
                #"{"chain":"\#(inChain)","station":"bench"}"#
            ),
            (
                .hubMoved(.handedBack(BatchHandBack(chain: chain, batches: [batch], tags: 3))), "batches-handed-back",
                #"{"batches":["opening"],"chain":"\#(inChain)","tags":3}"#
            ),
            (
                .hubMoved(
                    .conflictSettled(
                        ConflictSettlement(
                            number: 3, code: "written-without-grant", chain: chain, sequence: 8, part: 0,
                            tag: TagID("t-1"), request: nil, uid: ChipUID("04A1B2C3D4E580"), why: nil, noted: time,
                            reason: "chip destroyed"))), "conflict-settled",
                #"{"chain":"\#(inChain)","code":"written-without-grant","noted":"1970-01-01T00:00:00.000Z","number":3,"#
                    + #""part":0,"reason":"chip destroyed","sequence":8,"tag":"t-1","uid":"04A1B2C3D4E580"}"#
            ),
        ]
    }

    @Test func `has the stores of a phone's walk in its payload`() throws {
        let stores = try [nil, DeploymentName("d")].map { StoreID(try #require(StoreName("a")), of: $0) }
        let phone = AccessToken(
            name: try #require(TokenName("anna")), role: .walk, expires: nil, scope: try WalkScope(Set(stores)))
        let event = JournalEvent.tokenCreated(phone, digest: "ab")
        let expected =
            #"{"digest":"ab","name":"anna","role":"walk","#
            + #""scope":{"stores":[{"store":"a"},{"deployment":"d","store":"a"}]}}"#
        #expect(try JSON.text(event.payload) == expected)
    }

    /// What a release that knows no loans reads of it says the same: it finds no batch of this name, and nothing free.
    @Test func `has what is lent in members beside those of other grants`() throws {
        struct Earlier: Decodable {
            let batch: BatchName
            let tags: [TagID]?
            let count: Int?
        }
        let (chain, era) = (ChainName(bits: 0xC0FFEE), Era(bits: 7))
        let (inChain, inEra) = ("00000000000000000000000000c0ffee", "00000000000000000000000000000007")
        let chip = try #require(ChipUID("04A1B2C3D4E580"))
        let batch = try #require(BatchName("opening"))
        let tag = try #require(TagID("t-1"))
        let life = TagLife(state: .written, uid: chip, writtenURL: "https://example.com/t")
        let grant = Grant(
            chain: chain, request: 1, era: era, batch: batch, tags: [tag],
            loan: Grant.Loan(of: chip, number: 2, life: life))
        let holder = try #require(StationName("berlin"))
        let request = GrantRequest(chain: chain, number: 1, era: era, chip: chip)
        let expected: [(GrantMove, String)] = [
            (
                .asked(request),
                #"{"batch":"chip 04A1B2C3D4E580","chain":"\#(inChain)","chip":"04A1B2C3D4E580","count":1,"#
                    + #""era":"\#(inEra)","number":1}"#
            ),
            (
                .taken(grant, HubDocuments()),
                #"{"batch":"opening","chain":"\#(inChain)","era":"\#(inEra)","loan":{"chip":"04A1B2C3D4E580","#
                    + #""life":{"prints":0,"state":"written","uid":"04A1B2C3D4E580","#
                    + #""writtenURL":"https://example.com/t"},"number":2},"request":1,"tags":["t-1"]}"#
            ),
            (
                .returned(GrantEnd(request: 1, batch: batch, tags: [tag], chip: chip)),
                #"{"batch":"opening","chip":"04A1B2C3D4E580","request":1,"tags":["t-1"]}"#
            ),
            (
                .declined(
                    GrantEnd(request: 1, batch: request.batch, refusal: LoanRefusal(.chipHeld, holder: holder))),
                #"{"batch":"chip 04A1B2C3D4E580","refusal":{"code":"chip-held","holder":"berlin"},"#
                    + #""request":1,"tags":[]}"#
            ),
        ]
        for (move, payload) in expected {
            let text = try JSON.text(JournalEvent.grantMoved(move).payload)
            #expect(text == payload)
            _ = try JSONDecoder().decode(Earlier.self, from: Data(text.utf8))
        }
    }

    @Test func `has a kind and a payload on one line`() throws {
        #expect(Self.samples.map(\.kind) == JournalEvent.Kind.allCases.map(\.rawValue))
        for (event, kind, payload) in Self.samples {
            #expect(event.kind.rawValue == kind)
            #expect(try JSON.text(event.payload) == payload)
            #expect(!payload.contains("\n"))
        }
    }
}
