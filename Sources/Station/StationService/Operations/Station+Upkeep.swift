package import Logging

extension Station {
    /// Everything that a daemon does again and again beside its requests, until the task is cancelled.
    package func upkeep(_ logger: Logger) async {
        await withTaskGroup { group in
            group.addTask { await self.expire(logger) }
            group.addTask { await self.tidyUp() }
            group.addTask { await self.inspect() }
            group.addTask { await self.keepStreams() }
            group.addTask { await self.keepWatch() }
            group.addTask { await self.helpWithParts(threads: self.threads) }
        }
    }

    /// At the start and every six hours: what has been kept long enough goes.
    private func expire(_ logger: Logger) async {
        while !Task.isCancelled {
            do {
                try await expireEvidence()
            } catch {
                logger.error("old sightings were not erased", metadata: ["error": "\(error)"])
            }
            do {
                try await expireAnswers()
            } catch {
                logger.error("old answers were not erased", metadata: ["error": "\(error)"])
            }
            try? await Task.sleep(for: .seconds(6 * 3_600))
        }
    }

    /// At the start and every six hours: whether the registry's file is in order.
    private func inspect() async {
        while !Task.isCancelled {
            await inspectRegistry()
            try? await Task.sleep(for: .seconds(6 * 3_600))
        }
    }

    /// What waits for a reader waits a few seconds longer than the reader, and what has ended is known to have ended.
    private func tidyUp() async {
        while !Task.isCancelled {
            await erasePending()
            try? await expireAccess()
            await endImports()
            await settleKeys()
            await releaseMemory()
            try? await Task.sleep(for: .seconds(3))
        }
    }

    /// Often enough for every program between us and a client.
    private func keepStreams() async {
        while !Task.isCancelled {
            try? await Task.sleep(for: .seconds(15))
            keepStreamsAlive()
        }
    }
}
