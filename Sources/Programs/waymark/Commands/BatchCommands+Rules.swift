import API
import ArgumentParsing
import Registry

extension BatchCommands {
    static func rule(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try tell(
            try await Daemon.client(values).ruleBatch(
                values[name], BatchRuleOptions.request(values, anyChip: values[BatchRuleOptions.anyChip])), values)
    }

    static func rotate(_ values: ParsedValues) async throws -> ArgumentParsing.ExitStatus {
        try tell(try await Daemon.client(values).rotateKey(of: values[name]), values)
    }

    private static func tell(_ batch: BatchSummary, _ values: ParsedValues) throws -> ArgumentParsing.ExitStatus {
        if values.wantsJSON {
            Terminal.result(try JSONText.document(SchemaAnswer(batch)))
            return .done
        }
        for line in batch.rules.sentences { Terminal.result(line) }
        if batch.rules == .usual { Terminal.result("tags of batch \(batch.name) are written and not protected") }
        if batch.outdated > 0 {
            Terminal.result("\(count(batch.outdated, "tag")) to be put on a reader again: waymark write \(batch.name)")
        }
        return .done
    }

    static func rest(_ values: ParsedValues, pause: Bool) async throws -> ArgumentParsing.ExitStatus {
        let client = Daemon.client(values)
        let batch =
            pause
            ? try await client.pauseBatch(values[name], reason: values[reason])
            : try await client.resumeBatch(values[name], reason: values[reason])
        if values.wantsJSON {
            Terminal.result(try JSONText.document(SchemaAnswer(batch)))
            return .done
        }
        let done = batch.written + batch.printed
        Terminal.result(
            "batch \(batch.name) \(pause ? "is paused" : "goes on"): \(done) of \(batch.tags - batch.retired) tags are done"
        )
        return .done
    }
}
