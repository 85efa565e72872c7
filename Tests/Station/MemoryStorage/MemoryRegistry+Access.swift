import Registry
import Synchronization

/// How far a request under a key has come.
struct KeptRequest {
    let time: Timestamp
    let isPersonal: Bool
    /// How often evidence had been erased when it was begun.
    let erasures: Int64
    var progress: KeyedRequest

    /// What it is where evidence has been erased so often by now.
    func progress(after erasures: Int64) -> KeyedRequest {
        isPersonal && self.erasures != erasures ? .erased : progress
    }
}

extension MemoryRegistry: RegistryAccess {
    package func tokens() -> [KeptToken] { read { $0.tokens() } }
    package func sessions() -> [Session] { read { $0.sessions() } }

    package func expireAccess(at time: Timestamp) {
        place.tables.withLock { tables in
            tables.endSessions { $0.expires <= time }
            for kept in tables.tokens() where !kept.isGood(at: time) {
                tables.put(
                    KeptToken(
                        kept.token, created: kept.created, digest: kept.digest, isExpired: true,
                        forgotten: kept.forgotten))
            }
        }
    }

    package func begin(_ key: RequestKey, isPersonal: Bool, at time: Timestamp) -> KeyedRequest {
        let erasures = read { $0.erasures.count }
        return place.requests.withLock { requests in
            if let known = requests[key] { return known.progress(after: erasures) }
            requests[key] = KeptRequest(time: time, isPersonal: isPersonal, erasures: erasures, progress: .running)
            return .new
        }
    }

    package func keep(_ answer: KeptAnswer, of request: String, under key: RequestKey) {
        place.requests.withLock { requests in
            guard requests[key]?.progress == .running else { return }
            requests[key]?.progress = .answered(answer, request: request)
        }
    }

    package func release(_ key: RequestKey) {
        let erasures = read { $0.erasures.count }
        place.requests.withLock { requests in
            if case .answered(let answer, _)? = requests[key]?.progress(after: erasures), answer.status < 400 { return }
            requests[key] = nil
        }
    }

    package func interrupt(_ key: RequestKey) -> Bool {
        let erasures = read { $0.erasures.count }
        return place.requests.withLock { requests in
            guard requests[key]?.progress(after: erasures) == .running else { return false }
            requests[key]?.progress = .interrupted
            return true
        }
    }

    package func interruptRequests() {
        place.requests.withLock { requests in
            for key in requests.keys where requests[key]?.progress == .running {
                requests[key]?.progress = .interrupted
            }
        }
    }

    package func forgetKeys(before time: Timestamp) {
        let erasures = read { $0.erasures.count }
        place.requests.withLock { requests in
            requests = requests.filter { $0.value.time >= time || $0.value.progress(after: erasures) == .running }
        }
    }
}
