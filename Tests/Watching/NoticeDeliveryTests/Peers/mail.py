"""A strict mail server (RFC 5321), which shares nothing with Waymark: asyncio and ssl of Python.

It takes a mail only in the order of the standard, with CR LF at every line's end, with TLS where it offers it and with the
right user and password where it wants them. What it took it parses with Python's email package and writes to LOG, a JSON line
each; what a client does wrong is a line with "fault".

    mail.py MODE LOG CERTIFICATE KEY       MODE: plain, starttls, tls, refuse, later, moved, busy
"""

import asyncio, base64, email, email.policy, json, ssl, sys

mode, log, certificate, key = sys.argv[1:]
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)


def note(line):
    with open(log, "a") as file:
        file.write(json.dumps(line) + "\n")


async def session(reader, writer):
    secure, greeted, login, sender, recipients = mode == "tls", False, None, None, []

    async def say(text):
        writer.write(text.encode() + b"\r\n")
        await writer.drain()

    async def line():
        raw = await reader.readuntil(b"\n")
        if not raw.endswith(b"\r\n"):
            note({"fault": f"a line without CR LF: {raw!r}"})
        return raw[:-2]

    await say("220 mail.example ESMTP")
    try:
        while True:
            words = (await line()).decode("ascii")
            verb = words.split(" ")[0].upper()
            if verb in ("EHLO", "HELO"):
                greeted, sender, recipients = True, None, []
                offers = ["mail.example"]
                if mode == "starttls" and not secure:
                    offers.append("STARTTLS")
                if secure:
                    offers.append("AUTH PLAIN")
                for offer in offers[:-1]:
                    await say("250-" + offer)
                await say("250 " + offers[-1])
            elif verb == "STARTTLS" and mode == "starttls" and not secure:
                await say("220 go ahead")
                await writer.start_tls(context)
                secure, greeted = True, False
            elif verb == "AUTH" and secure:
                kind, *given = words.split(" ")[1:]
                if not given:
                    await say("334 ")
                    given = [(await line()).decode("ascii")]
                given = given[0]
                login = base64.b64decode(given).decode().split("\0")
                if kind != "PLAIN" or login[1:] != ["waymark", "good password"]:
                    await say("535 5.7.8 no")
                    continue
                await say("235 2.7.0 welcome")
            elif verb == "MAIL" and greeted:
                if mode == "starttls" and not secure:
                    note({"fault": "MAIL before STARTTLS"})
                sender = words[len("MAIL FROM:"):].split(" ")[0].strip("<>")
                await say("451 4.3.0 later" if mode == "later" else "250 2.1.0 fine")
            elif verb == "RCPT" and sender:
                if mode == "refuse":
                    await say("550 5.1.1 no such user")
                    continue
                if mode in ("moved", "busy") and "ops@" in words:
                    await say("551 5.1.6 has moved" if mode == "moved" else "450 4.2.1 later")
                    continue
                recipients.append(words[len("RCPT TO:"):].strip("<>"))
                await say("250 2.1.5 fine")
            elif verb == "DATA" and recipients:
                await say("354 go ahead")
                lines = []
                while (part := await line()) != b".":
                    if len(part) > 998:
                        note({"fault": "a line of more than 998 bytes"})
                    lines.append(part[1:] if part.startswith(b".") else part)
                raw = b"\r\n".join(lines) + b"\r\n"
                message = email.message_from_bytes(raw, policy=email.policy.default)
                note(
                    {
                        "from": sender, "to": recipients, "secure": secure, "login": login,
                        "fields": [[name, str(value)] for name, value in message.items()],
                        "defects": [repr(one) for one in message.defects], "text": message.get_content(),
                        "ascii": all(byte < 128 for byte in raw),
                    })
                await say("250 2.0.0 taken")
            elif verb == "QUIT":
                await say("221 2.0.0 bye")
                break
            else:
                note({"fault": f"out of order: {words}"})
                await say("503 5.5.1 out of order")
    except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
        pass
    writer.close()


async def main():
    server = await asyncio.start_server(session, "127.0.0.1", 0, ssl=context if mode == "tls" else None)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
