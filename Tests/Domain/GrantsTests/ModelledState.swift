import Grants
import MemoryGrants
import Registry

/// A state of the product's rules in the terms of the model (Peers/grants.py), for one tag and no restoration. What the
/// model does not have is left out: how far the hub has applied a chain.
struct ModelledState: Hashable {
    struct Station: Hashable {
        /// By request: 0 not asked, 1 open, 2 taken, 3 declined, 4 given back.
        var requests: [Int]
        var held: Int?
        var chips = 0
    }

    enum Holder: Hashable {
        case hub
        case station(Int)
        case spent
    }

    struct Hub: Hashable {
        let holder: Holder
        /// Whether it is closed, by station and request.
        let grants: [[Int: Bool]]
        let lost: [Bool]
    }

    /// A message is in the network for ever: it may be repeated.
    enum Message: Hashable {
        case request(Int, Int)
        case grant(Int, Int)
        case close(Int, Int)
    }

    let stations: [Station]
    let hub: Hub
    let backup: Hub?
    let network: Set<Message>

    init(_ world: World) {
        stations = world.chains.map { Self.station($0, requests: world.scope.requests) }
        hub = Self.hub(world.hub, requests: world.scope.requests)
        backup = world.backup.map { Self.hub($0.hub, requests: world.scope.requests) }
        var network: Set<Message> = []
        for (index, chain) in world.chains.enumerated() {
            for entry in chain {
                switch entry {
                case .asked(let request): network.insert(.request(index, request.number))
                case .declined(let request), .closed(let request): network.insert(.close(index, request))
                default: break
                }
            }
        }
        for answer in world.answers { network.insert(.grant(Int(answer.chain.bits), answer.request)) }
        self.network = network
    }

    private static func station(_ chain: [GrantEntry], requests: Int) -> Station {
        var station = Station(requests: Array(repeating: 0, count: requests))
        for entry in chain {
            switch entry {
            case .asked(let request): station.requests[request.number - 1] = 1
            case .taken(let grant): (station.requests[grant.request - 1], station.held) = (2, grant.request)
            case .declined(let request): station.requests[request - 1] = 3
            case .closed(let request): (station.requests[request - 1], station.held) = (4, nil)
            case .writeIntended: station.chips = 1
            case .returned, .refused, .eraAdopted, .moved, .freed, .putUp: break
            }
        }
        return station
    }

    private static func hub(_ tables: MemoryGrantTables, requests: Int) -> Hub {
        let tag = tables.tags[0]
        let holder: Holder =
            if let claimant = tag.claimants.first { .station(Int(claimant.bits)) } else if tag.state != .planned {
                .spent
            } else { .hub }
        let grants = (0..<2).map { station in
            var known: [Int: Bool] = [:]
            for request in 1...requests {
                known[request] = tables.grant(request, of: World.chain(station)).map { $0.state == .closed }
            }
            return known
        }
        return Hub(
            holder: holder, grants: grants, lost: (0..<2).map { tables.chain(World.chain($0))?.isLost ?? false })
    }
}
