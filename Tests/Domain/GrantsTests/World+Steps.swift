import Faults
import Grants
import MemoryGrants
import Registry

/// What can happen next.
extension World {
    struct Step: CustomStringConvertible {
        let description: String
        let world: World
    }

    func steps() throws -> [Step] {
        var steps: [Step] = []
        func add(_ description: String, _ change: (inout World) throws -> Void) rethrows {
            var next = self
            try change(&next)
            steps.append(Step(description: description, world: next))
        }
        for index in stations.indices {
            for event in stationEvents(index) { try add("station \(index): \(event)") { try $0.tell(index, event) } }
            for era in erasHeard(by: index) {
                try add("station \(index) hears \(era)") { try $0.tell(index, .eraHeard(era)) }
            }
            if applied[index] < chains[index].count { try add("hub applies of \(index)") { try $0.upload(index) } }
            let chain = Self.chain(index)
            if scope.hasLosses, hub.chain(chain)?.isLost == false {
                try add("\(index) is declared lost") { try $0.lose(chain) }
            }
        }
        if canReplace {
            for tag in hub.tags where mayReplaceAtHub(tag) {
                try add("hub replaces \(tag.id)") { try $0.replace(tag) }
            }
        }
        for request in requests { try add("hub is asked: \(request)") { try $0.ask(request) } }
        for answer in answers { try add("answer: \(answer)") { try $0.deliver(answer) } }
        if backup == nil {
            add("backup") { $0.backup = Backup(hub: $0.hub, applied: $0.applied) }
        } else if restores < scope.restores {
            try add("RESTORED") { try $0.restore() }
        }
        if scope.mistake == .grantsExpire {
            for answer in answers { try add("expired: \(answer)") { try $0.forgeEnd(of: answer) } }
        }
        return steps
    }

    /// What a station may decide by itself.
    private func stationEvents(_ index: Int) -> [StationGrantEvent] {
        let station = stations[index]
        var events: [StationGrantEvent] = []
        let isIdle = station.open.isEmpty && station.held.isEmpty
        if station.newestRequest < scope.requests, isIdle || !scope.isAsModelled {
            events.append(.wanted(Self.batch, count: scope.count))
        }
        if scope.hasLoans { events += loanEvents(index) }
        if scope.replacements > 0 { events += replacementEvents(index) }
        events += declinable(index).map { .abandoned(request: $0) }
        for (request, held) in station.held.sorted(by: { $0.key < $1.key }) {
            if held.written.isEmpty || !scope.isAsModelled { events.append(.finished(request: request)) }
            for tag in held.planned.sorted() {
                events.append(.writing(tag, on: chip(index, for: tag)))
                if !scope.isAsModelled { events.append(.surplus(request: request, [tag])) }
            }
        }
        return events
    }

    /// A bench has a chip in hand that was written, tries to write what it holds to that and to a blank one, and passes on what
    /// is on a chip.
    private func loanEvents(_ index: Int) -> [StationGrantEvent] {
        let station = stations[index]
        let written = chains.joined().compactMap { if case .writeIntended(_, on: let chip?) = $0 { chip } else { nil } }
        var events: [StationGrantEvent] = []
        if station.newestRequest < scope.requests {
            for chip in Set(written).sorted() { events.append(.wantedChip(chip)) }
        }
        for tag in station.held.values.flatMap(\.written).sorted() {
            events.append(.lending(tag))
            guard let lent = station.chip(lentFor: tag) else { continue }
            for chip in [lent, Self.chip(index)] { events.append(.writing(tag, on: chip)) }
        }
        return events
    }

    /// A chip breaks while its tag is held; then the tag is written to another one.
    private func replacementEvents(_ index: Int) -> [StationGrantEvent] {
        let station = stations[index]
        return station.held.values.flatMap(\.written).filter { station.chip(lentFor: $0) == nil }.sorted().compactMap {
            tag in
            if carriers(tag).isEmpty { return .writing(tag, on: chip(index, for: tag)) }
            return canReplace ? .freeing(tag) : nil
        }
    }

    private func declinable(_ index: Int) -> [Int] {
        let declined = chains[index].compactMap { if case .declined(let request) = $0 { request } else { nil } }
        return stations[index].open.keys.filter { !declined.contains($0) }.sorted()
    }

    private func erasHeard(by index: Int) -> [Era] {
        let heard = chains[index].compactMap { if case .eraAdopted(let era) = $0 { era } else { nil } }
        let newest = heard.last ?? Self.era(0)
        let now = hub.hub().era
        // An era that is over is heard once more at most: each time is as the one before.
        let stale = scope.hasStaleEras && heard.count <= scope.restores ? (0..<restores).map(Self.era) : []
        return ([now] + stale).filter { $0 != newest }
    }

    /// Does what the station's own rules answer to an event.
    private mutating func tell(_ index: Int, _ event: StationGrantEvent) throws {
        for action in try stations[index].answer(to: event) {
            guard case .journal(let entry) = action else { continue }
            chains[index].append(entry)
            if case .freed(let tag) = entry { givenUp[tag, default: []].formUnion(carriers(tag)) }
            switch (entry, scope.mistake) {
            case (.eraAdopted, .noEras), (.declined, .takesWhatItDeclined): break
            case (.taken(let grant), .lendsForAnyChip):
                stations[index].apply(
                    .taken(
                        Grant(
                            chain: grant.chain, request: grant.request, era: grant.era, batch: grant.batch,
                            tags: grant.tags)))
            default: stations[index].apply(entry)
            }
        }
    }

    private mutating func deliver(_ answer: Grant) throws {
        for index in stations.indices where stations[index].chain == answer.chain {
            let now = scope.mistake == .noEras ? stations[index].era : answer.era
            let heard = Grant(
                chain: answer.chain, request: answer.request, era: now, batch: answer.batch, tags: answer.tags,
                loan: answer.loan)
            try tell(index, .answered(heard))
        }
    }
}

extension StationGrants {
    /// Nothing where a tag is lent for another chip than the one that is tried.
    fileprivate func answer(to event: StationGrantEvent) throws -> [StationGrantAction] {
        do { return try actions(for: event) } catch  where error.code == .tagLent { return [] }
    }
}
