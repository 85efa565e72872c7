"""A strict App Store Connect for tests, on a free port of the loopback.

Written from published facts alone and sharing nothing with the program under test. Its hour is its own clock: beside
the seconds that pass it moves only when `POST /control` says so (`forward`), which can wait until the hour's requests
are used up (`await-spent`). Prints its port as its first line. `GET /control` gives everything that it holds and has
counted.
"""
import argparse, base64, hashlib, json, os, random, socketserver, threading, time
from http.server import BaseHTTPRequestHandler
from urllib.parse import parse_qs, urlsplit

import defaults, p256, schema
from schema import Refusal, refuse

parser = argparse.ArgumentParser()
parser.add_argument("--key", required=True, help="x,y of the public key, hexadecimal")
parser.add_argument("--kid", required=True)
parser.add_argument("--issuer")
parser.add_argument("--faults", type=float, default=0, help="share of requests that go wrong")
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--limit", type=int, default=3500, help="requests an hour")
parser.add_argument("--hang", type=float, default=3, help="seconds that an answer which never comes takes")
options = parser.parse_args()
PUBLIC_KEY = tuple(int(part, 16) for part in options.key.split(","))


class State:
    def __init__(self):
        self.lock = threading.RLock()
        self.fired = threading.Condition()
        self.fired_count, self.is_spent = 0, False
        self.chance = random.Random(options.seed)
        self.ids = 0
        self.experiences, self.images, self.invocations, self.good_tokens = {}, {}, {}, {}
        self.is_released = True
        self.served, self.ahead, self.patience, self.faults = [], 0.0, 0.0, {}
        self.script, self.log, self.counts = [], [], {"requests": 0, "limited": 0, "impatient": 0, "mostInHour": 0, "lostImages": 0}
        self.domains = {"cache": [], "debug": []}
        self.defaults = defaults.Defaults(self.new_id)

    def now(self):
        return time.time() + self.ahead

    def new_id(self, kind):
        self.ids += 1
        return f"{kind}-{self.ids:06d}"


STATE = State()
FAULTS = ["401", "409", "429", "500-before", "500-after", "hang-before", "hang-after", "cut-after"]


def decoded(part):
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def check_token(header):
    def unauthorised(detail):
        raise Refusal(401, "NOT_AUTHORIZED", detail)

    if not (header or "").startswith("Bearer "):
        unauthorised("no token")
    token = header[len("Bearer "):]
    claims = STATE.good_tokens.get(token)
    if claims is None:
        parts = token.split(".")
        if len(parts) != 3 or "=" in token:
            unauthorised("no JWT")
        head, claims = json.loads(decoded(parts[0])), json.loads(decoded(parts[1]))
        if head != {"alg": "ES256", "kid": options.kid, "typ": "JWT"}:
            unauthorised(f"header {head}")
        if options.issuer and claims.get("iss") != options.issuer or not options.issuer and (
                claims.get("sub") != "user" or "iss" in claims):
            unauthorised("not the owner of the key")
        if claims.get("aud") != "appstoreconnect-v1":
            unauthorised("aud")
        if not isinstance(claims.get("exp"), int) or not isinstance(claims.get("iat"), int) \
                or not 0 < claims["exp"] - claims["iat"] <= 1200:
            unauthorised("exp is more than 20 minutes after iat")
        if not p256.verifies(PUBLIC_KEY, decoded(parts[2]), f"{parts[0]}.{parts[1]}".encode()):
            unauthorised("signature")
        STATE.good_tokens[token] = claims
    # Tokens are dated by the client's clock: that of this machine.
    if not claims["iat"] - 60 <= time.time() < claims["exp"]:
        unauthorised("expired")


def experience_json(identifier):
    item = STATE.experiences[identifier]
    related = {"localizations": {"data": [{"type": schema.TEXTS, "id": f"{identifier}-{text['language']}"}
                                          for text in item["texts"]]}}
    related["headerImage"] = {"data": {"type": schema.IMAGE, "id": item["image"]} if item["image"] else None}
    return {"type": schema.EXPERIENCE, "id": identifier, "attributes": dict(item["attributes"]), "relationships": related}


def image_json(identifier, server):
    image = STATE.images[identifier]
    attributes = {"fileName": image["name"], "fileSize": image["size"], "sourceFileChecksum": image["checksum"],
                  "assetDeliveryState": {"state": image["state"], "errors": image.get("errors", [])}}
    if image["state"] == "AWAITING_UPLOAD":
        attributes["uploadOperations"] = [
            {"method": "PUT", "url": f"{server}/upload/{identifier}/{number}", "offset": offset, "length": length,
             "requestHeaders": [{"name": "Content-Type", "value": "image/png"}, {"name": "X-Part", "value": str(number)}]}
            for number, (offset, length) in enumerate(image["parts"])]
    return {"type": image.get("type", schema.IMAGE), "id": identifier, "attributes": attributes}


def invocation_json(identifier):
    item = STATE.invocations[identifier]
    return {"type": "betaAppClipInvocations", "id": identifier, "attributes": {"url": item["url"]}, "relationships": {
        "betaAppClipInvocationLocalizations": {"data": [
            {"type": "betaAppClipInvocationLocalizations", "id": f"{identifier}-{text['locale']}"} for text in item["titles"]]}}}


def take_image(identifier, creating_for=None):
    image = STATE.images.get(identifier)
    if image is None or image.get("type", schema.IMAGE) != schema.IMAGE:
        refuse("no such image", "/data/relationships/headerImage", "ENTITY_ERROR.RELATIONSHIP.NOT_FOUND")
    if image["state"] != "COMPLETE":
        refuse("the image is not complete", "/data/relationships/headerImage", "STATE_ERROR")
    users = [key for key, item in STATE.experiences.items() if item["image"] == identifier and key != creating_for]
    if users:
        refuse("the image belongs to another experience", "/data/relationships/headerImage", "STATE_ERROR")


def create_experience(body, server):
    attributes, image, texts, clip = schema.experience(body, creating=True)
    if clip != "clip-1":
        refuse("no such App Clip", "/data/relationships/appClip", "ENTITY_ERROR.RELATIONSHIP.NOT_FOUND")
    if image:
        take_image(image)
    # The real one does not promise to refuse a second experience of the same URL; nor does this one.
    identifier = STATE.new_id("experience")
    attributes = dict(attributes, status="RECEIVED", version=1)
    if attributes.get("place"):
        attributes["placeStatus"] = "PENDING"
    STATE.experiences[identifier] = {"attributes": attributes, "image": image, "texts": texts}
    return 201, {"data": experience_json(identifier)}


def add_colleagues_experience():
    """Another person's, in the middle of a run."""
    STATE.experiences[STATE.new_id("experience")] = {
        "attributes": {"link": "https://chain.example/colleague", "status": "RECEIVED", "defaultLanguage": "EN", "action": "OPEN"},
        "image": None, "texts": [{"language": "EN", "title": "Colleague", "subtitle": "Not yours"}]}


def update_experience(identifier, body):
    if identifier not in STATE.experiences:
        raise Refusal(404, "NOT_FOUND", f"no experience {identifier}")
    attributes, image, texts, clip = schema.experience(body, creating=False)
    if body["data"].get("id") != identifier or clip not in (None, "clip-1"):
        refuse("it is about another resource", "/data/id")
    item = STATE.experiences[identifier]
    if image:
        take_image(image, identifier)
        item["image"] = image
    removed = attributes.pop("removed", None)
    item["attributes"].update(attributes)
    if removed is not None:
        item["attributes"]["status"] = "DEACTIVATED" if removed else "RECEIVED"
        # One that was never released is deleted, and only such a one.
        if removed and not STATE.is_released:
            answer = {"data": experience_json(identifier)}
            del STATE.experiences[identifier]
            return 200, answer
    if texts is not None:
        item["texts"] = texts
    return 200, {"data": experience_json(identifier)}


def create_image(body, server):
    data = schema.keys(body.get("data"), {"type", "attributes"}, "/data", ("type", "attributes"))
    attributes = schema.keys(data["attributes"], {"fileName", "fileSize"}, "/data/attributes", ("fileName", "fileSize"))
    if data["type"] != schema.IMAGE:
        refuse("no such image", "/data")
    identifier = reserve(attributes["fileName"], attributes["fileSize"], schema.IMAGE)
    return 201, {"data": image_json(identifier, server)}


def reserve(name, size, kind):
    if not 0 < size < 50_000_000:
        refuse("no such size", "/data/attributes/fileSize")
    identifier = STATE.new_id("image")
    half = size // 2 if size > 3000 else size
    STATE.images[identifier] = {
        "type": kind, "name": name, "size": size, "checksum": None, "state": "AWAITING_UPLOAD", "bytes": {},
        "parts": [(0, half)] + ([(half, size - half)] if half < size else [])}
    return identifier


def commit_image(identifier, body, server):
    image = STATE.images.get(identifier)
    if image is None:
        raise Refusal(404, "NOT_FOUND", "no such image")
    data = schema.keys(body.get("data"), {"type", "id", "attributes"}, "/data", ("type", "id", "attributes"))
    attributes = schema.keys(data["attributes"], {"sourceFileChecksum", "uploaded"}, "/data/attributes")
    if data["type"] != image["type"]:
        refuse("it is another kind of image", "/data/type")
    if data["id"] != identifier or attributes.get("uploaded") is not True:
        refuse("nothing is committed", "/data/attributes/uploaded")
    whole = b"".join(image["bytes"].get(number, b"") for number in range(len(image["parts"])))
    if len(whole) != image["size"]:
        refuse("parts are missing", "/data/attributes/uploaded", "STATE_ERROR")
    if hashlib.md5(whole).hexdigest() != attributes.get("sourceFileChecksum"):
        refuse("the checksum differs", "/data/attributes/sourceFileChecksum")
    image["checksum"] = attributes["sourceFileChecksum"]
    if image["state"] != "COMPLETE":
        # One in ten is worked on for a while.
        image["state"] = "UPLOAD_COMPLETE" if STATE.chance.random() < 0.1 else "COMPLETE"
    return 200, {"data": image_json(identifier, server)}


def upload(identifier, number, headers, content):
    image = STATE.images.get(identifier)
    if image is None or image["state"] != "AWAITING_UPLOAD" or image.get("expired"):
        raise Refusal(403, "FORBIDDEN", "the upload is over")
    if headers.get("Authorization"):
        raise Refusal(400, "TOKEN_LEAKED", "an upload carries no token")
    if headers.get("X-Part") != str(number) or headers.get("Content-Type") != "image/png":
        raise Refusal(400, "HEADERS", "the operation's headers are missing")
    if len(content) != image["parts"][number][1]:
        raise Refusal(400, "LENGTH", "the part has another length")
    image["bytes"][number] = content
    return 200, None


def page(items, query, server, path, included):
    if set(query) - {"limit", "include", "limit[localizations]", "filter[platform]", "cursor"}:
        raise Refusal(400, "PARAMETER_ERROR.ILLEGAL", f"unknown parameters: {sorted(query)}")
    limit = int(query.get("limit", ["50"])[0])
    if not 1 <= limit <= 200:
        raise Refusal(400, "PARAMETER_ERROR.INVALID", "limit")
    start = int(query.get("cursor", ["0"])[0])
    part = items[start:start + limit]
    links = {"self": server + path}
    if start + limit < len(items):
        rest = "&".join(f"{key}={value[0]}" for key, value in query.items() if key != "cursor")
        links["next"] = f"{server}{path}?{rest}&cursor={start + limit}".replace("[", "%5B").replace("]", "%5D")
    return 200, {"data": part, "included": included(part), "links": links,
                 "meta": {"paging": {"total": len(items), "limit": limit}}}


def experiences_included(part, server):
    found = []
    for data in part:
        item = STATE.experiences[data["id"]]
        found += [{"type": schema.TEXTS, "id": f"{data['id']}-{text['language']}", "attributes": text} for text in item["texts"]]
        if item["image"]:
            found.append(image_json(item["image"], server))
    return found


def invocations_included(part):
    return [{"type": "betaAppClipInvocationLocalizations", "id": f"{data['id']}-{text['locale']}", "attributes": text}
            for data in part for text in STATE.invocations[data["id"]]["titles"]]


def default_pages(parts, query, server, path):
    """Lists about versions and default cards; nothing is related unless it is included."""
    held, included = STATE.defaults, set(query.get("include", [""])[0].split(",")) - {""}

    def allow(*names):
        if included - set(names) or "limit[localizations]" in query:
            raise Refusal(400, "PARAMETER_ERROR.INVALID", f"include {sorted(included)}")

    match tuple(parts):
        case ("v1", "apps", "1234567890", "appStoreVersions"):
            allow()
            if query.get("filter[platform]") != ["IOS"]:
                raise Refusal(400, "PARAMETER_ERROR.INVALID", "filter[platform]")
            return page([held.version_json(key) for key in sorted(held.versions)], query, server, path, lambda part: [])
        case ("v1", "appClips", "clip-1", "appClipDefaultExperiences"):
            allow("appClip", "releaseWithAppStoreVersion", "appClipDefaultExperienceLocalizations", "appClipAppStoreReviewDetail")
            reviews = lambda part: [held.review_json(held.experiences[item["id"]]["review"]) for item in part
                                    if held.experiences[item["id"]]["review"] and "appClipAppStoreReviewDetail" in included]
            return page([held.experience_json(key, included) for key in sorted(held.experiences)], query, server, path, reviews)
        case ("v1", "appClipDefaultExperiences", key, "appClipDefaultExperienceLocalizations"):
            allow("appClipDefaultExperience", "appClipHeaderImage")
            if key not in held.experiences:
                raise Refusal(404, "NOT_FOUND", "no such default experience")
            texts = [text for text, item in sorted(held.texts.items()) if item["experience"] == key]
            images = lambda part: [image_json(held.texts[item["id"]]["image"], server) for item in part
                                   if held.texts[item["id"]]["image"] and "appClipHeaderImage" in included]
            return page([held.text_json(text, included) for text in texts], query, server, path, images)
        case ("v1", "buildBundles", "bundle-1", "buildBundleFileSizes"):
            allow()
            return page(held.sizes_json(), query, server, path, lambda part: [])
        case ("v1", "apps", "1234567890", "appAvailabilityV2") if held.territories is not None:
            return 200, {"data": {"type": "appAvailabilities", "id": "availability-1",
                                  "attributes": {"availableInNewTerritories": False}}}
        case ("v2", "appAvailabilities", "availability-1", "territoryAvailabilities"):
            allow("territory")
            return page(held.territories_json(included), query, server, path, lambda part: [])
    return None


def default_changes(method, parts, body, server):
    held = STATE.defaults
    match (method, *parts):
        case ("POST", "v1", defaults.EXPERIENCE):
            return held.create_experience(body)
        case ("PATCH", "v1", defaults.EXPERIENCE, key):
            return held.update_experience(key, body)
        case ("POST", "v1", defaults.TEXT):
            return held.create_text(body)
        case ("PATCH", "v1", defaults.TEXT, key):
            return held.update_text(key, body)
        case ("DELETE", "v1", defaults.TEXT, key):
            return held.delete_text(key)
        case ("POST", "v1", defaults.IMAGE):
            key = held.reserve_image(body, lambda name, size: reserve(name, size, defaults.IMAGE))
            return 201, {"data": image_json(key, server)}
        case ("PATCH", "v1", defaults.IMAGE, key):
            return commit_image(key, body, server)
        case ("GET", "v1", defaults.IMAGE, key):
            return look_at_image(key, server)
        case ("DELETE", "v1", defaults.IMAGE, key):
            if key not in STATE.images:
                raise Refusal(404, "NOT_FOUND", "no such image")
            held.release_image(key)
            del STATE.images[key]
            return 204, None
        case ("POST", "v1", defaults.REVIEW):
            return held.set_review(None, body)
        case ("PATCH", "v1", defaults.REVIEW, key):
            return held.set_review(key, body)
    return None


def look_at_image(identifier, server):
    image = STATE.images.get(identifier)
    if image is None:
        raise Refusal(404, "NOT_FOUND", "no such image")
    if image["state"] == "UPLOAD_COMPLETE":
        image["state"] = "COMPLETE"
    return 200, {"data": image_json(identifier, server)}


def create_invocation(body):
    url, bundle, titles = schema.invocation(body)
    if bundle != "bundle-1":
        refuse("no such build", code="ENTITY_ERROR.RELATIONSHIP.NOT_FOUND")
    if len(STATE.invocations) >= 3:
        refuse("a build takes three invocations", code="STATE_ERROR")
    identifier = STATE.new_id("invocation")
    STATE.invocations[identifier] = {"url": url, "titles": titles}
    return 201, {"data": invocation_json(identifier)}


def answer(method, parts, query, body, server):
    path = "/" + "/".join(parts)
    match (method, *parts):
        case ("GET", "v1", "apps", "1234567890", "appClips"):
            return page([{"type": "appClips", "id": "clip-1", "attributes": {"bundleId": "example.chain.Clip"}}],
                        query, server, path, lambda part: [])
        case ("GET", "v1", "appClips", "clip-1", "appClipAdvancedExperiences"):
            return page([experience_json(key) for key in sorted(STATE.experiences)], query, server, path,
                        lambda part: experiences_included(part, server))
        case ("POST", "v1", "appClipAdvancedExperiences"):
            return create_experience(body, server)
        case ("PATCH", "v1", "appClipAdvancedExperiences", identifier):
            return update_experience(identifier, body)
        case ("POST", "v1", "appClipAdvancedExperienceImages"):
            return create_image(body, server)
        case ("PATCH", "v1", "appClipAdvancedExperienceImages", identifier):
            return commit_image(identifier, body, server)
        case ("GET", "v1", "appClipAdvancedExperienceImages", identifier):
            return look_at_image(identifier, server)
        case ("GET", "v1", "buildBundles", "bundle-1", "betaAppClipInvocations"):
            return page([invocation_json(key) for key in sorted(STATE.invocations)], query, server, path, invocations_included)
        case ("POST", "v1", "betaAppClipInvocations"):
            return create_invocation(body)
        case ("DELETE", "v1", "betaAppClipInvocations", identifier):
            if STATE.invocations.pop(identifier, None) is None:
                raise Refusal(404, "NOT_FOUND", "no such invocation")
            return 204, None
        case ("GET", "v1", "buildBundles", "bundle-1", ("appClipDomainCacheStatus" | "appClipDomainDebugStatus") as which):
            domains = STATE.domains["cache" if "Cache" in which else "debug"]
            return 200, {"data": {"type": which, "id": "1", "attributes": {
                "domains": domains, "lastUpdatedDate": "2026-01-01T00:00:00Z"}}}
    found = default_pages(parts, query, server, path) if method == "GET" else None
    found = found or default_changes(method, parts, body, server)
    if found is None:
        raise Refusal(404, "NOT_FOUND", f"{method} {path}")
    return found


def rate_limit():
    """The headers of the next answer. Refuses when the hour's requests are used up."""
    now = STATE.now()
    if time.time() < STATE.patience:
        STATE.counts["impatient"] += 1
    STATE.served = [moment for moment in STATE.served if moment > now - 3600]
    if len(STATE.served) >= options.limit:
        STATE.counts["limited"] += 1
        STATE.patience = time.time() + 1
        raise Refusal(429, "RATE_LIMIT_EXCEEDED", "the hour's requests are used up")
    STATE.served.append(now)
    STATE.counts["mostInHour"] = max(STATE.counts["mostInHour"], len(STATE.served))
    left = options.limit - len(STATE.served)
    if left == 0:
        with STATE.fired:
            STATE.is_spent = True
            STATE.fired.notify_all()
    return {"X-Rate-Limit": f"user-hour-lim:{options.limit};user-hour-rem:{left};"}


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def reply(self, status, document, headers=None):
        content = b"" if document is None else json.dumps(document).encode()
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(content)
        self.close_connection = True

    def cut(self, seconds=0):
        time.sleep(seconds)
        self.close_connection = True

    def serve(self):
        content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        parts = urlsplit(self.path)
        names = [name for name in parts.path.split("/") if name]
        if names == ["control"]:
            return self.control(content)
        server = f"http://127.0.0.1:{self.server.server_address[1]}"
        fault = self.fault(names)
        if fault.startswith("hang-before"):
            return self.cut(options.hang)
        headers = {}
        try:
            with STATE.lock:
                STATE.counts["requests"] += 1
                STATE.log.append(f"{self.command} {parts.path}")
                if names[0] == "upload":
                    self.refuse_by(fault, upload=True)
                    status, document = upload(names[1], int(names[2]), self.headers, content)
                else:
                    headers = rate_limit()
                    check_token(self.headers.get("Authorization"))
                    self.refuse_by(fault)
                    body = json.loads(content) if content else {}
                    if fault == "colleague":
                        add_colleagues_experience()
                    # Accepted, and never to be seen.
                    status, document = (200, {}) if fault == "ignore" else answer(
                        self.command, names, parse_qs(parts.query), body, server)
            if fault.endswith("-after") and names[-1] == schema.IMAGE and self.command == "POST":
                STATE.counts["lostImages"] += 1
            if fault == "hang-after":
                return self.cut(options.hang)
            if fault == "cut-after":
                return self.cut()
            if fault == "500-after":
                status, document = 500, {"errors": [{"code": "UNEXPECTED_ERROR", "detail": "after the fact"}]}
        except Refusal as refusal:
            status, document = refusal.status, refusal.body
            if status == 429:
                headers = {"Retry-After": "1", "X-Rate-Limit": f"user-hour-lim:{options.limit};user-hour-rem:0;"}
        self.reply(status, document, headers)

    def refuse_by(self, fault, upload=False):
        if fault == "500-before":
            raise Refusal(500, "UNEXPECTED_ERROR", "before the fact")
        if upload:
            return
        if fault == "401":
            raise Refusal(401, "NOT_AUTHORIZED", "not today")
        if fault == "403":
            raise Refusal(403, "FORBIDDEN_ERROR", "the key may not do this")
        if fault == "409":
            raise Refusal(409, "STATE_ERROR", "in the middle of something")
        if fault == "429":
            STATE.patience = time.time() + 1
            raise Refusal(429, "RATE_LIMIT_EXCEEDED", "although some are left")

    def fault(self, names):
        with STATE.lock:
            for entry in STATE.script:
                if entry["request"] == f"{self.command} {names[1] if names[0] == 'v1' else names[0]}" and entry["times"] > 0:
                    if entry.get("after", 0) > 0:
                        entry["after"] -= 1
                        continue
                    entry["times"] -= 1
                    with STATE.fired:
                        STATE.fired_count += 1
                        STATE.fired.notify_all()
                    return entry["fault"]
            if STATE.chance.random() >= options.faults:
                return ""
            fault = STATE.chance.choice(FAULTS)
            # An answer that never comes takes a while: one in five of these is enough.
            if fault.startswith("hang") and STATE.chance.random() > 0.2:
                fault = "cut-after"
            STATE.faults[fault] = STATE.faults.get(fault, 0) + 1
            return fault

    def control(self, content):
        orders = json.loads(content) if content else {}
        if "await" in orders:
            # Until so many scripted faults have come up.
            with STATE.fired:
                STATE.fired.wait_for(lambda: STATE.fired_count >= orders["await"], 600)
        if "await-spent" in orders:
            with STATE.fired:
                STATE.fired.wait_for(lambda: STATE.is_spent, 600)
                STATE.is_spent = False
        with STATE.lock:
            STATE.ahead += orders.get("forward", 0)
            STATE.script += orders.get("script", [])
            STATE.is_released = orders.get("isReleased", STATE.is_released)
            STATE.domains.update(orders.get("domains", {}))
            STATE.defaults.order(orders)
            for item in orders.get("experiences", []):
                STATE.experiences[STATE.new_id("experience")] = item
            for item in orders.get("invocations", []):
                STATE.invocations[STATE.new_id("invocation")] = item
            if orders.get("expireUploads"):
                for image in STATE.images.values():
                    image["expired"] = True
            if "faults" in orders:
                options.faults = orders["faults"]
            used = [item["image"] for item in STATE.experiences.values() if item["image"]]
            self.reply(200, {
                "counts": STATE.counts, "faults": STATE.faults, "log": STATE.log[-20:],
                "tokens": len(STATE.good_tokens), "invocations": list(STATE.invocations.values()),
                "experiences": [dict(item, id=key, image=(STATE.images[item["image"]]["checksum"] if item["image"] else None))
                                for key, item in sorted(STATE.experiences.items())],
                "defaults": STATE.defaults.summary(STATE.images),
                "images": {"all": len(STATE.images), "used": len(used), "shared": len(used) - len(set(used)),
                           "begun": sum(image["state"] == "AWAITING_UPLOAD" for image in STATE.images.values())}})

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = serve


class Server(socketserver.ThreadingTCPServer):
    daemon_threads = True
    allow_reuse_address = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        pass


with Server(("127.0.0.1", 0), Handler) as server:
    print(server.server_address[1], flush=True)
    # When the test that started it goes away, so does this.
    parent = os.getppid()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    while os.getppid() == parent:
        time.sleep(0.5)
