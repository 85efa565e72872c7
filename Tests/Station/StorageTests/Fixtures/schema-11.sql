PRAGMA application_id = 1465470283;
PRAGMA user_version = 11;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE stores (
    id TEXT PRIMARY KEY, name TEXT NOT NULL,
    latitude REAL, longitude REAL, radius REAL, address TEXT
, roaming INTEGER NOT NULL DEFAULT 0 CHECK (roaming IN (0, 1)), place_latitude REAL, place_longitude REAL) STRICT, WITHOUT ROWID;
INSERT INTO stores VALUES('c','Fruta Cupertino',37.323000000000000398,-122.03220000000000311,120.0,NULL,0,NULL,NULL);
INSERT INTO stores VALUES('p','Fruta Palo Alto',37.444499999999997896,-122.16100000000000136,120.0,NULL,0,NULL,NULL);
CREATE TABLE experiences (
    url TEXT PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT NOT NULL, action TEXT NOT NULL,
    store TEXT, image TEXT, language TEXT, status TEXT NOT NULL
, app TEXT, deployment TEXT) STRICT, WITHOUT ROWID;
INSERT INTO experiences VALUES('https://fruta.example/store/','Fruta','Smoothies','open',NULL,NULL,NULL,'active',NULL,NULL);
CREATE TABLE deployments (name TEXT PRIMARY KEY, template TEXT, profile TEXT) STRICT, WITHOUT ROWID;
CREATE TABLE batches (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, template TEXT
, paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), protection TEXT NOT NULL DEFAULT 'none', mirror TEXT, genuineness TEXT NOT NULL DEFAULT 'unchecked', doubtful INTEGER NOT NULL DEFAULT 0 CHECK (doubtful IN (0, 1)), deployment TEXT) STRICT;
INSERT INTO batches VALUES(1,'b','https://fruta.example/store/{store}{?tag}',0,'none',NULL,'unchecked',0,NULL);
CREATE TABLE tags (
    id TEXT PRIMARY KEY, batch INTEGER NOT NULL REFERENCES batches, row INTEGER NOT NULL,
    store TEXT NOT NULL REFERENCES stores, placement TEXT NOT NULL, medium TEXT NOT NULL,
    url TEXT NOT NULL, state TEXT NOT NULL, uid TEXT UNIQUE, product TEXT, written_url TEXT, protection TEXT, mirror TEXT, genuineness TEXT, key TEXT, intended_key TEXT, prints INTEGER NOT NULL DEFAULT 0 CHECK (prints >= 0), deployed_latitude REAL, deployed_longitude REAL, deployed_accuracy REAL, deployed_time TEXT,
    UNIQUE (batch, row)
) STRICT;
INSERT INTO tags VALUES('t1',1,0,'c','table 1','nfc','https://fruta.example/store/c?tag=t1','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('t2',1,1,'p','table 2','nfc','https://fruta.example/store/p?tag=t2','planned',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
CREATE TABLE readers (name TEXT PRIMARY KEY, connection TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    sequence INTEGER PRIMARY KEY, time TEXT NOT NULL, station TEXT NOT NULL, actor TEXT NOT NULL,
    kind TEXT NOT NULL, payload TEXT NOT NULL, previous TEXT NOT NULL
) STRICT;
INSERT INTO journal VALUES(1,'2026-11-23T02:29:26.421Z','till','uid:0 (root)','stores-imported','{"file":"stores.csv","rows":2}','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO journal VALUES(2,'2026-11-23T02:29:26.605Z','till','uid:0 (root)','experiences-imported','{"file":"exp.csv","rows":1}','ef1fd434f8d34e5302261afd7b4dadf3d5432b8e78c00ea8bc86e2adf181366e');
INSERT INTO journal VALUES(3,'2026-11-23T02:29:26.984Z','till','uid:0 (root)','batch-created','{"batch":"b","tags":2,"template":"https://fruta.example/store/{store}{?tag}"}','4e6defe23a106e0efc6ffa2219c68e91934f9ab2a74a1d1572962f9049f39a82');
INSERT INTO journal VALUES(4,'2026-11-23T02:29:27.307Z','till','uid:0 (root)','sightings-imported','{"badRows":0,"digest":"28ebc5148babf1957fed1b187ed03b8b6ff72c5a46f9e5d5c8d4f1d03d2c9dce","file":"s.csv","isComplete":true,"kind":"sightings","new":3,"number":1,"rows":3}','72323fa86e80618b43c6dfc3117b820fa8ab6f8214e25aa39bfecaa1a91a3448');
INSERT INTO journal VALUES(5,'2026-11-23T02:29:27.315Z','till','uid:0 (root)','confirmations-imported','{"badRows":0,"digest":"345f095578cd247e4c5a35b988e1b4e60e1a5e14f6060142bda9a4a70c44d905","file":"c.csv","isComplete":true,"kind":"confirmations","new":1,"number":2,"rows":1}','d14480bf89386da518eb00ad4a0a0d2e6bc27aea1f5066a34fb6da3fdf20872d');
INSERT INTO journal VALUES(6,'2026-11-23T02:29:27.331Z','till','uid:0 (root)','audited','{"badRows":0,"findings":{"misplaced":1},"sightings":3}','3e7a41d8a52e630499aeea6de1077760f43a162575c32fee1ca7a635971ccd17');
CREATE TABLE devices (number INTEGER PRIMARY KEY, pseudonym TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO devices VALUES(1,'db1e9e57279e9b32946bca84692fb4dae1bf9a38cedbf24cff6d3b778f2a8207');
INSERT INTO devices VALUES(2,'85491176ed7a31f63606def9161ef2595a4f60b8968d894e2d8347c1fa216534');
CREATE TABLE contents (
    number INTEGER PRIMARY KEY, url TEXT NOT NULL, uid TEXT NOT NULL, UNIQUE (url, uid)
) STRICT;
INSERT INTO contents VALUES(1,'https://fruta.example/store/c?tag=t1','04A1B200000001');
INSERT INTO contents VALUES(2,'https://fruta.example/store/p?tag=t2','');
INSERT INTO contents VALUES(3,'https://fruta.example/store/c?tag=t1','');
CREATE TABLE imports (
    number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, file TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
) STRICT;
INSERT INTO imports VALUES(1,'sightings','s.csv',0);
INSERT INTO imports VALUES(2,'confirmations','c.csv',0);
INSERT INTO imports VALUES(3,'sightings','torn.csv',1);
CREATE TABLE sightings (
    time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
    device INTEGER REFERENCES devices, latitude REAL NOT NULL, longitude REAL NOT NULL, sigma REAL NOT NULL,
    import INTEGER NOT NULL REFERENCES imports, PRIMARY KEY (time, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO sightings VALUES(1790845200,-2803102400399832959,1,1,37.323000000000000398,-122.03220000000000311,5.2994446754455566406,1);
INSERT INTO sightings VALUES(1790845201,-2803102400399832959,1,1,37.323000000000000398,-122.03220000000000311,5.2994446754455566406,3);
INSERT INTO sightings VALUES(1790845500,-4826633868333997609,2,2,37.323000000000000398,-122.03220000000000311,5.2994446754455566406,1);
INSERT INTO sightings VALUES(1790931900,-5084037441288817551,2,NULL,37.323099999999996612,-122.03209999999999979,5.2994446754455566406,1);
CREATE TABLE confirmations (
    time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
    device INTEGER REFERENCES devices, outcome TEXT NOT NULL, import INTEGER NOT NULL REFERENCES imports,
    PRIMARY KEY (time, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO confirmations VALUES(1791018000,1747015512991822162,3,1,'inRegion',2);
CREATE TABLE audits (
    number INTEGER PRIMARY KEY, time TEXT NOT NULL, batch TEXT, last_import INTEGER NOT NULL
) STRICT;
INSERT INTO audits VALUES(1,'2026-11-23T02:29:27.331Z',NULL,2);
CREATE TABLE verdicts (
    content INTEGER PRIMARY KEY REFERENCES contents, audit INTEGER NOT NULL REFERENCES audits, store TEXT,
    verdict TEXT, probability REAL, distance REAL, found_store TEXT, last_seen INTEGER NOT NULL,
    last_inside INTEGER
) STRICT;
INSERT INTO verdicts VALUES(1,1,'c','inside',NULL,NULL,'c',1790845200,1790845200);
INSERT INTO verdicts VALUES(2,1,'p','outside',0.0,17660.775168160515022,'c',1790931900,NULL);
CREATE TABLE findings (
    number INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, state TEXT NOT NULL, code TEXT NOT NULL,
    severity TEXT NOT NULL, stores TEXT NOT NULL, tags TEXT NOT NULL, batches TEXT NOT NULL,
    message TEXT NOT NULL, next TEXT NOT NULL, since TEXT NOT NULL, last_found TEXT NOT NULL, resolved TEXT,
    evidence INTEGER NOT NULL, accepted_reason TEXT, accepted_by TEXT, accepted_at TEXT, accepted_tags TEXT
) STRICT;
INSERT INTO findings VALUES(1,'misplaced p c |','new','misplaced','critical','["p","c"]','["t2"]','["b"]','the code t2 for Fruta Palo Alto is at Fruta Cupertino','At Fruta Cupertino, take down the code t2: it opens Fruta Palo Alto. Put it up at Fruta Palo Alto and scan it again there.','2026-11-23T02:29:27.331Z','2026-11-23T02:29:27.331Z',NULL,1790931900,NULL,NULL,NULL,NULL);
CREATE TABLE tokens (
    name TEXT PRIMARY KEY, role TEXT NOT NULL, digest TEXT NOT NULL UNIQUE, created TEXT NOT NULL, expires TEXT
) STRICT, WITHOUT ROWID;
CREATE TABLE sessions (
    digest TEXT PRIMARY KEY, token TEXT NOT NULL REFERENCES tokens ON DELETE CASCADE, expires TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE requests (
    actor TEXT NOT NULL, key TEXT NOT NULL, time INTEGER NOT NULL, state TEXT NOT NULL, request TEXT,
    status INTEGER, headers TEXT, body TEXT, PRIMARY KEY (actor, key)
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
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('imports',3);
CREATE TRIGGER journal_grows_at_its_end BEFORE INSERT ON journal
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_edited BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE INDEX tags_by_url ON tags (url);
CREATE INDEX journal_by_tag ON journal (CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.tag') END) WHERE CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.tag') END IS NOT NULL;
CREATE INDEX sightings_by_import ON sightings (import);
CREATE INDEX findings_by_state ON findings (state);
CREATE INDEX sessions_by_token ON sessions (token);
CREATE INDEX requests_by_time ON requests (time);
CREATE INDEX tags_by_state ON tags (state, id);
CREATE INDEX tags_by_store ON tags (store, id);
CREATE INDEX tags_by_batch ON tags (batch, id);
CREATE INDEX journal_clock ON journal (sequence) WHERE kind = 'clock-set';
CREATE INDEX former_carriers_by_uid ON former_carriers (uid) WHERE uid IS NOT NULL;
COMMIT;
