internal import API
internal import Audit
internal import Chips
internal import Faults
internal import Geodesy
internal import HTTPServer
internal import Registry

/// What a paired phone asks for: the pack of its walk, and the keeping of what it saw.
extension Station {
    /// Metres beyond which a phone's fix says nothing: it then reports a town, not a place.
    private static let worstAccuracy = 1_000.0
    /// Seconds by which a phone's clock may differ without a word: scans carry its time.
    private static let clockTolerance = 120
    /// Days that a sighting may wait on a phone.
    private static let longestWait: Int64 = 60

    /// The phone that asks; refuses every other caller.
    func phone(_ call: OperationCall) throws -> (kept: KeptToken, scope: WalkScope) {
        let name: TokenName? =
            switch call.caller?.way {
            case .session(let name, _), .token(let name, _): name
            case .socket, nil: nil
            }
        guard let kept = access.tokens.first(where: { $0.token.name == name }), let scope = kept.token.scope else {
            throw StationError(
                .noWalk, "there is no walk", why: "\(call.caller?.actor ?? "the caller") is not a paired phone",
                next: "pair one: waymark phone pair NAME --store STORE")
        }
        return (kept, scope)
    }

    /// The identifier of a phone in its rows.
    static func device(_ phone: TokenName) -> String { devicePrefix + phone.text }

    private static let devicePrefix = "phone:"

    /// The phone that has this identifier in its rows, if it is a phone's.
    static func phone(ofDevice device: String) -> TokenName? {
        device.hasPrefix(devicePrefix) ? TokenName(String(device.dropFirst(devicePrefix.count))) : nil
    }

    func walkPack(_ call: OperationCall) async throws -> WalkPack {
        let (kept, walk) = try phone(call)
        let members = walk.identifiers
        let planned = walk.tags.map(Set.init)
        // Many phones begin in the same hour: they share the tables, and what is known of tags is not asked.
        let tables = try await auditTables.current(history) { try await self.scope(of: nil, known: []) }
        let scope = tables.scope
        // A store that was deleted since has left the walk.
        let stores = scope.stores.filter { members.contains($0.id) }.sorted { $0.id < $1.id }
        let positions = Dictionary(uniqueKeysWithValues: stores.enumerated().map { ($1.id, $0) })
        let spot = SpotAudit(tables)
        let signs = (scope.tags ?? []).compactMap { tag -> WalkPack.Sign? in
            // The page reads codes, and on some phones chips; it leaves out what it cannot read.
            guard tag.medium != .appClipCode, tag.state != .retired, planned?.contains(tag.id) ?? true,
                let position = positions[tag.store]
            else { return nil }
            return WalkPack.Sign(tag, store: position, isJudged: spot.judges(tag, in: stores[position]))
        }
        let model = AuditRules().errorModel
        return WalkPack(
            station: name, name: kept.token.name, task: walk.task, expires: kept.token.expires,
            forgotten: kept.forgotten,
            keptDays: daysOfEvidence,
            rules: WalkRules(
                confidence: PositionError.phoneConfidence, errorModel: model, outsideLimit: VerdictLimits.outside,
                insideLimit: VerdictLimits.inside, worstAccuracy: Self.worstAccuracy),
            stores: stores.map(WalkPack.Place.init), signs: signs)
    }

    /// Does what keeps a phone's rows, and does it once more where the phone has to forget more by now.
    func keepingOfPhone<Answer>(_ keep: () async throws -> Answer) async throws -> Answer {
        do { return try await keep() } catch let error as RegistryError where error.code == .contradiction {
            try await loadAccess()
            return try await keep()
        }
    }

    /// Keeps what a phone saw. A row that it sends again is known, and not kept twice.
    func takeWalk(_ upload: WalkUpload, _ call: OperationCall) async throws -> WalkReceipt {
        let (kept, walk) = try await keepingOfPhone { try await keepWalk(upload, call) }
        let bad = Set(kept.refused.map(\.row))
        let hung = upload.sightings.enumerated().filter { !bad.contains($0.offset) }
        return WalkReceipt(
            rows: kept.rows, new: kept.new, refused: kept.refused, remarksRefused: kept.remarksRefused,
            commissioningsRefused: try await commission(hung, walk, by: call.author),
            clockAhead: upload.now.flatMap(clockAhead))
    }

    private func clockAhead(of phone: Timestamp) -> Int? {
        let (difference, isOver) = phone.milliseconds.subtractingReportingOverflow(now().milliseconds)
        let seconds = Int(difference / 1_000)
        return isOver || abs(seconds) <= Self.clockTolerance ? nil : seconds
    }

    /// Keeps the rows, and says on which walk. The phone may be revoked while they are kept: after that no answer may say that the station
    /// took nothing.
    private func keepWalk(_ upload: WalkUpload, _ call: OperationCall) async throws -> (WalkReceipt, WalkScope) {
        let (phone, walk) = try phone(call)
        guard (1...WalkUpload.limit).contains(upload.sightings.count) else {
            throw StationError(
                .outOfRange, "nothing was kept",
                why: "an upload has 1 to \(WalkUpload.limit) sightings, not \(upload.sightings.count)",
                next: "send them in several uploads")
        }
        var (sightings, refused) = ([Sighting](), [WalkReceipt.Refusal]())
        var (remarks, remarksRefused) = ([Int: ScanRemark](), [WalkReceipt.Refusal]())
        var room = max(0, KeptRemark.pictureLimit - (try await storage.countPictures()))
        for (row, seen) in upload.sightings.enumerated() {
            do {
                if let reason = reason(against: seen, of: phone) { throw RowRefusal(reason: reason) }
                // Earlier pages gave the UID in the order in which the phone has it.
                sightings.append(
                    Sighting(
                        time: seen.time, url: seen.url, uid: seen.uid?.leadingE0,
                        place: try Coordinate(latitude: seen.latitude, longitude: seen.longitude),
                        error: try PositionError(accuracy: seen.accuracy), device: Self.device(phone.token.name)))
                guard let wanted = seen.remark else { continue }
                let remark = try ScanRemark(wanted)
                let hasRoom = remark.picture == nil || room > 0
                remarks[sightings.count - 1] = hasRoom ? remark : remark.withoutPicture
                if remark.picture != nil { room = max(0, room - 1) }
                if !hasRoom {
                    throw ScanRemark.Refusal(
                        reason: "the station has \(KeptRemark.pictureLimit) pictures, and takes no more")
                }
            } catch let refusal as ScanRemark.Refusal {
                remarksRefused.append(WalkReceipt.Refusal(row: row, reason: refusal.reason))
            } catch let refusal as RowRefusal {
                refused.append(WalkReceipt.Refusal(row: row, reason: refusal.reason))
            } catch let error as GeodesyError {
                refused.append(WalkReceipt.Refusal(row: row, reason: error.reason))
            }
        }
        let new = try await evidence.keep(sightings, remarks, ofWalkBy: PhoneStanding(phone), by: call.author)
        let receipt = WalkReceipt(
            rows: upload.sightings.count, new: new, refused: refused, remarksRefused: remarksRefused,
            commissioningsRefused: [])
        return (receipt, walk)
    }

    private struct RowRefusal: Error { let reason: String }

    func reason(against seen: WalkUpload.Row, of phone: KeptToken) -> String? {
        if let forgotten = phone.forgotten, seen.time < forgotten {
            return "what this phone saw before \(forgotten) was forgotten at the station"
        }
        let days = (now().milliseconds - seen.time.milliseconds) / 86_400_000
        if seen.time.milliseconds > now().milliseconds + 86_400_000 { return "its time is in the future" }
        if days > Self.longestWait { return "it is older than \(Self.longestWait) days" }
        if seen.url.isEmpty || seen.url.utf8.count > 4_096 { return "its content is empty, or longer than 4096 bytes" }
        // 0 means a surveyed place, which no phone knows.
        guard seen.accuracy > 0 else { return "its accuracy is 0: the phone knows none" }
        guard seen.accuracy <= Self.worstAccuracy else { return "its accuracy is worse than 1000 m" }
        return nil
    }
}

extension SpotAudit {
    /// Whether a single reading of a tag, with its own URL, gets a verdict by its store's region alone.
    fileprivate func judges(_ tag: Tag, in store: Store) -> Bool {
        guard let region = store.region, let error = try? PositionError(accuracy: 10) else { return false }
        let answer = judge(
            Sighting(time: Timestamp(milliseconds: 0), url: tag.url, place: region.centre, error: error))
        return answer.store?.id == store.id && answer.tag?.verdict != nil
    }
}
