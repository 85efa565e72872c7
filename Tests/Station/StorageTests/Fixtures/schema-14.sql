PRAGMA application_id = 1465470283;
PRAGMA user_version = 14;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE stores (
    id TEXT PRIMARY KEY, name TEXT NOT NULL,
    latitude REAL, longitude REAL, radius REAL, address TEXT
, roaming INTEGER NOT NULL DEFAULT 0 CHECK (roaming IN (0, 1)), place_latitude REAL, place_longitude REAL) STRICT, WITHOUT ROWID;
INSERT INTO stores VALUES(replace('cupertino\nfruta','\n',char(10)),'Fruta Cupertino',37.323000000000000398,-122.03220000000000311,120.0,'Cupertino, California',0,NULL,NULL);
INSERT INTO stores VALUES(replace('san-francisco\nfruta','\n',char(10)),'Fruta San Francisco',37.779299999999999214,-122.41930000000000688,120.0,'San Francisco, California',0,NULL,NULL);
INSERT INTO stores VALUES(replace('seoul-gangnam\nfruta','\n',char(10)),'프루타 서울 강남점',37.497900000000001341,127.02760000000000672,100.0,'서울특별시 강남구',0,NULL,NULL);
CREATE TABLE experiences (
    url TEXT PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT NOT NULL, action TEXT NOT NULL,
    store TEXT, image TEXT, language TEXT, status TEXT NOT NULL
, app TEXT, deployment TEXT) STRICT, WITHOUT ROWID;
INSERT INTO experiences VALUES('https://fruta.example/store/','Fruta','Order a smoothie and skip the line','open',NULL,'pictures/card.png','EN','active',NULL,'fruta');
CREATE TABLE deployments (name TEXT PRIMARY KEY, template TEXT, profile TEXT) STRICT, WITHOUT ROWID;
INSERT INTO deployments VALUES('fruta','https://fruta.example/store/{store}{?tag}','{"appStoreIDs":{"ABCDE12345.example.fruta.Clip":"1500000001"},"apps":["ABCDE12345.example.fruta.Clip"],"name":"fruta","template":"https://fruta.example/store/{store}{?tag}"}');
CREATE TABLE batches (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, template TEXT
, paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), protection TEXT NOT NULL DEFAULT 'none', mirror TEXT, genuineness TEXT NOT NULL DEFAULT 'unchecked', doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1)), deployment TEXT) STRICT;
INSERT INTO batches VALUES(1,'fruta-nfc','https://fruta.example/store/{store}{?tag}',0,'none',NULL,'unchecked',0,'fruta');
INSERT INTO batches VALUES(2,'fruta-qr','https://fruta.example/store/{store}{?tag}',0,'none',NULL,'unchecked',0,'fruta');
INSERT INTO batches VALUES(3,'opening','https://fruta.example/store/{store}{?tag}',0,'none',NULL,'unchecked',0,'fruta');
CREATE TABLE tags (
    id TEXT PRIMARY KEY, batch INTEGER NOT NULL REFERENCES batches, row INTEGER NOT NULL,
    store TEXT NOT NULL REFERENCES stores, placement TEXT NOT NULL, medium TEXT NOT NULL,
    url TEXT NOT NULL, state TEXT NOT NULL, uid TEXT UNIQUE, product TEXT, written_url TEXT, protection TEXT, mirror TEXT, genuineness TEXT, key TEXT, intended_key TEXT, prints INTEGER NOT NULL DEFAULT 0 CHECK (prints >= 0), deployed_latitude REAL, deployed_longitude REAL, deployed_accuracy REAL, deployed_time TEXT,
    UNIQUE (batch, row)
) STRICT;
INSERT INTO tags VALUES('n-cu-01',1,0,replace('cupertino\nfruta','\n',char(10)),'counter','nfc','https://fruta.example/store/cupertino?tag=n-cu-01','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-cu-02',1,1,replace('cupertino\nfruta','\n',char(10)),'table 1','nfc','https://fruta.example/store/cupertino?tag=n-cu-02','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-cu-03',1,2,replace('cupertino\nfruta','\n',char(10)),'table 2','nfc','https://fruta.example/store/cupertino?tag=n-cu-03','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-cu-04',1,3,replace('cupertino\nfruta','\n',char(10)),'table 3','nfc','https://fruta.example/store/cupertino?tag=n-cu-04','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-01',1,4,replace('san-francisco\nfruta','\n',char(10)),'counter','nfc','https://fruta.example/store/san-francisco?tag=n-sf-01','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-02',1,5,replace('san-francisco\nfruta','\n',char(10)),'table 1','nfc','https://fruta.example/store/san-francisco?tag=n-sf-02','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-03',1,6,replace('san-francisco\nfruta','\n',char(10)),'table 2','nfc','https://fruta.example/store/san-francisco?tag=n-sf-03','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-04',1,7,replace('san-francisco\nfruta','\n',char(10)),'table 3','nfc','https://fruta.example/store/san-francisco?tag=n-sf-04','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-01',1,8,replace('seoul-gangnam\nfruta','\n',char(10)),'counter','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-01','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-02',1,9,replace('seoul-gangnam\nfruta','\n',char(10)),'table 1','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-02','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-03',1,10,replace('seoul-gangnam\nfruta','\n',char(10)),'table 2','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-03','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-04',1,11,replace('seoul-gangnam\nfruta','\n',char(10)),'table 3','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-04','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-01',2,0,replace('cupertino\nfruta','\n',char(10)),'counter','qr','https://fruta.example/store/cupertino?tag=q-cu-01','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-02',2,1,replace('cupertino\nfruta','\n',char(10)),'door','qr','https://fruta.example/store/cupertino?tag=q-cu-02','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-03',2,2,replace('cupertino\nfruta','\n',char(10)),'table 1','qr','https://fruta.example/store/cupertino?tag=q-cu-03','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-04',2,3,replace('cupertino\nfruta','\n',char(10)),'table 2','qr','https://fruta.example/store/cupertino?tag=q-cu-04','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-05',2,4,replace('cupertino\nfruta','\n',char(10)),'table 3','qr','https://fruta.example/store/cupertino?tag=q-cu-05','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-06',2,5,replace('cupertino\nfruta','\n',char(10)),'table 4','qr','https://fruta.example/store/cupertino?tag=q-cu-06','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-07',2,6,replace('cupertino\nfruta','\n',char(10)),'table 5','qr','https://fruta.example/store/cupertino?tag=q-cu-07','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-08',2,7,replace('cupertino\nfruta','\n',char(10)),'table 6','qr','https://fruta.example/store/cupertino?tag=q-cu-08','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-01',2,8,replace('san-francisco\nfruta','\n',char(10)),'counter','qr','https://fruta.example/store/san-francisco?tag=q-sf-01','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-02',2,9,replace('san-francisco\nfruta','\n',char(10)),'door','qr','https://fruta.example/store/san-francisco?tag=q-sf-02','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-03',2,10,replace('san-francisco\nfruta','\n',char(10)),'table 1','qr','https://fruta.example/store/san-francisco?tag=q-sf-03','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-04',2,11,replace('san-francisco\nfruta','\n',char(10)),'table 2','qr','https://fruta.example/store/san-francisco?tag=q-sf-04','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-05',2,12,replace('san-francisco\nfruta','\n',char(10)),'table 3','qr','https://fruta.example/store/san-francisco?tag=q-sf-05','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-06',2,13,replace('san-francisco\nfruta','\n',char(10)),'table 4','qr','https://fruta.example/store/san-francisco?tag=q-sf-06','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-07',2,14,replace('san-francisco\nfruta','\n',char(10)),'table 5','qr','https://fruta.example/store/san-francisco?tag=q-sf-07','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-08',2,15,replace('san-francisco\nfruta','\n',char(10)),'table 6','qr','https://fruta.example/store/san-francisco?tag=q-sf-08','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-01',2,16,replace('seoul-gangnam\nfruta','\n',char(10)),'counter','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-01','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-02',2,17,replace('seoul-gangnam\nfruta','\n',char(10)),'door','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-02','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-03',2,18,replace('seoul-gangnam\nfruta','\n',char(10)),'table 1','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-03','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-04',2,19,replace('seoul-gangnam\nfruta','\n',char(10)),'table 2','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-04','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-05',2,20,replace('seoul-gangnam\nfruta','\n',char(10)),'table 3','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-05','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-06',2,21,replace('seoul-gangnam\nfruta','\n',char(10)),'table 4','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-06','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-07',2,22,replace('seoul-gangnam\nfruta','\n',char(10)),'table 5','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-07','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-08',2,23,replace('seoul-gangnam\nfruta','\n',char(10)),'table 6','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-08','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('o-1',3,0,replace('cupertino\nfruta','\n',char(10)),'table 1','nfc','https://fruta.example/store/cupertino?tag=o-1','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('o-2',3,1,replace('cupertino\nfruta','\n',char(10)),'table 2','nfc','https://fruta.example/store/cupertino?tag=o-2','retired',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE readers (name TEXT PRIMARY KEY, connection TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    sequence INTEGER PRIMARY KEY, time TEXT NOT NULL, station TEXT NOT NULL, actor TEXT NOT NULL,
    kind TEXT NOT NULL, payload TEXT NOT NULL, previous TEXT NOT NULL
) STRICT;
INSERT INTO journal VALUES(1,'2026-11-23T15:46:30.406Z','vm','uid:0 (root)','deployment-loaded','{"batches":["fruta-nfc","fruta-qr"],"documents":[{"after":"3:9e1a26f97154d9adeecdf6857fb8b51057431ae09c858bc0cec94dec0a6a2232","set":"stores"},{"after":"1:9a99bb9ba087f7ad0bb07de92a843188619a1538b0b35f740f9261e2da1d62de","set":"experiences"},{"after":"1:37b1912c7f11541eb515741840132bc8a348aaa0186206166b52fe965d8284ae","set":"deployments"},{"after":"2:7372f26f6cfb48d552fd72c8eee9034210d8ec842050cc287ee6fbbf1ed2f2fb","set":"batches"},{"after":"12:25de17fbc9cf71ccb61170bbf190fb2118cfd3bdb88a856684752cab04f04dbb","batch":"fruta-nfc","set":"tags"},{"after":"24:9b013f672d1c473fcb9d6183dea6e7ba10a59f69925da1a9b17cb19e8ab12d72","batch":"fruta-qr","set":"tags"}],"experiences":1,"name":"fruta","stores":3}','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO journal VALUES(2,'2026-11-23T15:46:30.547Z','vm','uid:0 (root)','batch-created','{"batch":"opening","deployment":"fruta","documents":[{"after":"3:0bf40505109fa85aa1a7b9325019e9ab9e57867dd7b131eb91aca221dd69f8f3","before":"2:7372f26f6cfb48d552fd72c8eee9034210d8ec842050cc287ee6fbbf1ed2f2fb","set":"batches"},{"after":"3:f3e9a08ff1f72da86d49d8821a305a25e6872059698630bde1dff35a31f4607c","batch":"opening","set":"tags"}],"tags":3,"template":"https://fruta.example/store/{store}{?tag}"}','699cc3231756b5a884e3c17c93e09b8348c38687c213c0f558aa9f4bd398044d');
INSERT INTO journal VALUES(3,'2026-11-23T15:46:30.622Z','vm','uid:0 (root)','tag-deleted','{"batch":"opening","documents":[{"after":"2:60feb83e63604e6d0f37f5c93aef80787592c6d3de8f891c844de21618953c1f","batch":"opening","before":"3:f3e9a08ff1f72da86d49d8821a305a25e6872059698630bde1dff35a31f4607c","set":"tags"}],"tag":"o-3"}','fd8d689cc9ed942fb90a58d84093e773493efedd8baa5c8467919ea16f9a8863');
INSERT INTO journal VALUES(4,'2026-11-23T15:46:30.726Z','vm','uid:0 (root)','token-created','{"digest":"361bce0845224003761c46bb171285466ebcdfec028492276c70218a47bd5d69","name":"tablet","role":"read"}','ac805059abe7a6987c6ec64e103090ea61a4cd15fb96e864f7a707f83639baf1');
INSERT INTO journal VALUES(5,'2026-11-23T15:46:30.852Z','vm','uid:0 (root)','tag-retired','{"reason":"broken","tag":"o-2"}','02a48f690fb9bb753e253e28e98f0fa62daf935537923b2ff2c6b3fb89a4b8b8');
CREATE TABLE contents (
    number INTEGER PRIMARY KEY, url TEXT NOT NULL, uid TEXT NOT NULL, UNIQUE (url, uid)
) STRICT;
CREATE TABLE imports (
    number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, file TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
, kept INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE sightings (
    time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
    device INTEGER REFERENCES devices, latitude REAL NOT NULL, longitude REAL NOT NULL, sigma REAL NOT NULL,
    import INTEGER NOT NULL REFERENCES imports, PRIMARY KEY (time, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE confirmations (
    time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
    device INTEGER REFERENCES devices, outcome TEXT NOT NULL, import INTEGER NOT NULL REFERENCES imports,
    PRIMARY KEY (time, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE audits (
    number INTEGER PRIMARY KEY, time TEXT NOT NULL, batch TEXT, last_import INTEGER NOT NULL
) STRICT;
CREATE TABLE verdicts (
    content INTEGER PRIMARY KEY REFERENCES contents, audit INTEGER NOT NULL REFERENCES audits, store TEXT,
    verdict TEXT, probability REAL, distance REAL, found_store TEXT, last_seen INTEGER NOT NULL,
    last_inside INTEGER
) STRICT;
CREATE TABLE findings (
    number INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, state TEXT NOT NULL, code TEXT NOT NULL,
    severity TEXT NOT NULL, stores TEXT NOT NULL, tags TEXT NOT NULL, batches TEXT NOT NULL,
    message TEXT NOT NULL, next TEXT NOT NULL, since TEXT NOT NULL, last_found TEXT NOT NULL, resolved TEXT,
    evidence INTEGER NOT NULL, accepted_reason TEXT, accepted_by TEXT, accepted_at TEXT, accepted_tags TEXT
) STRICT;
CREATE TABLE tokens (
    name TEXT PRIMARY KEY, role TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, created TEXT NOT NULL, expires TEXT
, expired INTEGER NOT NULL DEFAULT 0 CHECK (expired IN (0, 1))) STRICT, WITHOUT ROWID;
INSERT INTO tokens VALUES('tablet','read','361bce0845224003761c46bb171285466ebcdfec028492276c70218a47bd5d69','2026-11-23T15:46:30.726Z',NULL,0);
CREATE TABLE sessions (
    digest TEXT PRIMARY KEY, token TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE, expires TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE requests (
    actor TEXT NOT NULL, key TEXT NOT NULL, time INTEGER NOT NULL, state TEXT NOT NULL, request TEXT,
    status INTEGER, headers TEXT, body TEXT, personal INTEGER NOT NULL DEFAULT 1 CHECK (personal IN (0, 1)), PRIMARY KEY (actor, key)
) STRICT, WITHOUT ROWID;
CREATE TABLE spent_tags (
    id TEXT PRIMARY KEY, state TEXT NOT NULL, uid TEXT, product TEXT, written_url TEXT, protection TEXT,
    mirror TEXT, genuineness TEXT, key TEXT, intended_key TEXT, prints INTEGER NOT NULL CHECK (prints >= 0),
    proven INTEGER NOT NULL CHECK (proven IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE spent_numbers (name TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE former_carriers (
    tag TEXT NOT NULL, uid TEXT, url TEXT, cause TEXT NOT NULL, ended TEXT NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS "devices" (number INTEGER PRIMARY KEY, pseudonym TEXT NOT NULL) STRICT;
CREATE TABLE erasures (count INTEGER NOT NULL, swept INTEGER NOT NULL, pending TEXT) STRICT;
INSERT INTO erasures VALUES(0,-1,NULL);
CREATE TABLE newest_entry (
    number INTEGER PRIMARY KEY CHECK (number = 1), sequence INTEGER NOT NULL, digest TEXT NOT NULL
) STRICT;
INSERT INTO newest_entry VALUES(1,5,'1539473629ff88e9781d3156af78ff774451ee77c366735d7414442da05bf579');
DELETE FROM sqlite_sequence;
CREATE TRIGGER journal_grows_at_its_end BEFORE INSERT ON journal
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_edited BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE INDEX tags_by_url ON tags (url);
CREATE INDEX journal_by_tag ON journal (CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.tag') END) WHERE CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.tag') END IS NOT NULL;
CREATE INDEX findings_by_state ON findings (state);
CREATE INDEX sessions_by_token ON sessions (token);
CREATE INDEX requests_by_time ON requests (time);
CREATE INDEX tags_by_state ON tags (state, id);
CREATE INDEX tags_by_store ON tags (store, id);
CREATE INDEX tags_by_batch ON tags (batch, id);
CREATE INDEX journal_clock ON journal (sequence) WHERE kind = 'clock-set';
CREATE INDEX former_carriers_by_uid ON former_carriers (uid) WHERE uid IS NOT NULL;
CREATE INDEX devices_by_beginning ON devices (substr(pseudonym, 1, 12));
CREATE INDEX deployments_whole ON deployments (template, profile);
CREATE INDEX former_carriers_whole ON former_carriers (tag, uid, url, cause, ended);
CREATE INDEX spent_tags_whole ON spent_tags (state, uid, product, written_url, protection, mirror, genuineness, key, intended_key, prints, proven);
CREATE INDEX spent_numbers_whole ON spent_numbers (last);
CREATE INDEX tokens_whole ON tokens (role, digest, created, expires, expired);
CREATE INDEX requests_whole ON requests (time, state, request, status, headers, body, personal);
CREATE INDEX imports_whole ON imports (kind, file, open, kept);
CREATE INDEX audits_whole ON audits (time, batch, last_import);
CREATE INDEX verdicts_whole ON verdicts (content, audit, store, verdict, probability, distance, found_store, last_seen, last_inside);
CREATE INDEX findings_whole ON findings (identity, state, code, severity, stores, tags, batches, message, next, since, last_found, resolved, evidence, accepted_reason, accepted_by, accepted_at, accepted_tags);
CREATE INDEX erasures_whole ON erasures (count, swept, pending);
COMMIT;
