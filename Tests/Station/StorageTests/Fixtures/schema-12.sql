PRAGMA application_id = 1465470283;
PRAGMA user_version = 12;
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
CREATE TABLE readers (name TEXT PRIMARY KEY, connection TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    sequence INTEGER PRIMARY KEY, time TEXT NOT NULL, station TEXT NOT NULL, actor TEXT NOT NULL,
    kind TEXT NOT NULL, payload TEXT NOT NULL, previous TEXT NOT NULL
) STRICT;
INSERT INTO journal VALUES(1,'2026-11-23T06:03:38.109Z','till','uid:0 (root)','deployment-loaded','{"batches":["fruta-nfc","fruta-qr"],"experiences":1,"name":"fruta","stores":3}','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO journal VALUES(2,'2026-11-23T06:03:38.496Z','till','uid:0 (root)','sightings-imported','{"badRows":0,"digest":"f338a3982412ffeee3d039460cf0a1450cf75363df6bb10ddb8e7d31a2899c81","file":"sight.csv","isComplete":true,"kind":"sightings","new":4,"number":1,"rows":4}','626755922d25fecd961bea41d92917de5ab8b4579b798927aa4cf68bb7d0ac58');
INSERT INTO journal VALUES(3,'2026-11-23T06:03:38.542Z','till','uid:0 (root)','audited','{"badRows":0,"findings":{"foreign":2,"misplaced":1},"sightings":4}','cc41a4f06f34de8b15f6a6845110f7a26b1d811354d4b3830fbe07141348a050');
INSERT INTO journal VALUES(4,'2026-11-23T06:03:38.621Z','till','uid:0 (root)','audited','{"badRows":0,"findings":{"foreign":2,"misplaced":1},"sightings":4}','655e6ec7ee2519844f839201424306f0feb3e4964f29ec66e2f6f22ab7aac291');
INSERT INTO journal VALUES(5,'2026-11-23T06:03:39.244Z','till','uid:0 (root)','evidence-forgotten','{"cause":"asked","confirmations":0,"ofOneDevice":true,"sightings":2}','afc923e6b3203c342de440bb6867b41301684a88179654309997e44ded33ac8d');
CREATE TABLE contents (
    number INTEGER PRIMARY KEY, url TEXT NOT NULL, uid TEXT NOT NULL, UNIQUE (url, uid)
) STRICT;
INSERT INTO contents VALUES(1,'https://fruta.example/store/cupertino?tag=q-cu-01','');
INSERT INTO contents VALUES(2,'https://private.example/diary/4711','');
INSERT INTO contents VALUES(3,'https://fruta.example/store/cupertino?tag=q-cu-02','');
INSERT INTO contents VALUES(4,'https://other.example/menu','');
CREATE TABLE imports (
    number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, file TEXT NOT NULL,
    open INTEGER NOT NULL CHECK (open IN (0, 1))
, kept INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO imports VALUES(1,'sightings','sight.csv',0,4);
CREATE TABLE sightings (
    time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
    device INTEGER REFERENCES devices, latitude REAL NOT NULL, longitude REAL NOT NULL, sigma REAL NOT NULL,
    import INTEGER NOT NULL REFERENCES imports, PRIMARY KEY (time, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO sightings VALUES(1795109438,-4572248789889345742,3,2,37.323061000000002707,-122.03205300000000476,15.898333549499511718,1);
INSERT INTO sightings VALUES(1795109498,719278647113973225,4,2,37.323061000000002707,-122.03205300000000476,15.898333549499511718,1);
CREATE TABLE confirmations (
    time INTEGER NOT NULL, digest INTEGER NOT NULL, content INTEGER NOT NULL REFERENCES contents,
    device INTEGER REFERENCES devices, outcome TEXT NOT NULL, import INTEGER NOT NULL REFERENCES imports,
    PRIMARY KEY (time, digest)
) STRICT, WITHOUT ROWID;
CREATE TABLE audits (
    number INTEGER PRIMARY KEY, time TEXT NOT NULL, batch TEXT, last_import INTEGER NOT NULL
) STRICT;
INSERT INTO audits VALUES(1,'2026-11-23T06:03:38.542Z',NULL,1);
INSERT INTO audits VALUES(2,'2026-11-23T06:03:38.621Z',NULL,1);
CREATE TABLE verdicts (
    content INTEGER PRIMARY KEY REFERENCES contents, audit INTEGER NOT NULL REFERENCES audits, store TEXT,
    verdict TEXT, probability REAL, distance REAL, found_store TEXT, last_seen INTEGER NOT NULL,
    last_inside INTEGER
) STRICT;
INSERT INTO verdicts VALUES(1,2,replace('cupertino\nfruta','\n',char(10)),'outside',0.0,61113.315546485580853,replace('san-francisco\nfruta','\n',char(10)),1795108238,NULL);
INSERT INTO verdicts VALUES(2,2,NULL,NULL,NULL,NULL,replace('san-francisco\nfruta','\n',char(10)),1795108248,NULL);
INSERT INTO verdicts VALUES(3,2,replace('cupertino\nfruta','\n',char(10)),'inside',0.99347605370361247167,14.683046780201763681,replace('cupertino\nfruta','\n',char(10)),1795109438,1795109438);
INSERT INTO verdicts VALUES(4,2,NULL,NULL,NULL,NULL,replace('cupertino\nfruta','\n',char(10)),1795109498,NULL);
CREATE TABLE findings (
    number INTEGER PRIMARY KEY, identity TEXT NOT NULL UNIQUE, state TEXT NOT NULL, code TEXT NOT NULL,
    severity TEXT NOT NULL, stores TEXT NOT NULL, tags TEXT NOT NULL, batches TEXT NOT NULL,
    message TEXT NOT NULL, next TEXT NOT NULL, since TEXT NOT NULL, last_found TEXT NOT NULL, resolved TEXT,
    evidence INTEGER NOT NULL, accepted_reason TEXT, accepted_by TEXT, accepted_at TEXT, accepted_tags TEXT
) STRICT;
INSERT INTO findings VALUES(1,replace('foreign cupertino\nfruta | https://other.example','\n',char(10)),'still-there','foreign','critical','["cupertino\nfruta"]','["https://other.example/menu"]','[]','1 code leads to other.example, which is not ours; seen at Fruta Cupertino','Do not open it. At Fruta Cupertino, photograph and take down the code that leads to other.example, look for our own underneath, and report it as fraud.','2026-11-23T06:03:38.542Z','2026-11-23T06:03:38.621Z',NULL,1795109498,NULL,NULL,NULL,NULL);
INSERT INTO findings VALUES(2,replace('foreign san-francisco\nfruta | https://private.example','\n',char(10)),'still-there','foreign','critical','["san-francisco\nfruta"]','["https://private.example/diary/4711"]','[]','1 code leads to private.example, which is not ours; seen at Fruta San Francisco','Do not open it. At Fruta San Francisco, photograph and take down the code that leads to private.example, look for our own underneath, and report it as fraud.','2026-11-23T06:03:38.542Z','2026-11-23T06:03:38.621Z',NULL,1795109498,NULL,NULL,NULL,NULL);
INSERT INTO findings VALUES(3,replace('misplaced cupertino\nfruta san-francisco\nfruta |','\n',char(10)),'still-there','misplaced','critical','["cupertino\nfruta","san-francisco\nfruta"]','["q-cu-01"]','["fruta-qr"]','the code q-cu-01 for Fruta Cupertino is at Fruta San Francisco','At Fruta San Francisco, take down the code q-cu-01: it opens Fruta Cupertino. Put it up at Fruta Cupertino and scan it again there.','2026-11-23T06:03:38.542Z','2026-11-23T06:03:38.621Z',NULL,1795109498,NULL,NULL,NULL,NULL);
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
INSERT INTO requests VALUES('uid:0 (root)','walk-1',1795413818595,'answered','325c0d51ead5bb3db116f182cc958613c9812792e22f9a44e161f6104addbf5d',200,'Content-Type: application/json','{"lives":[{"code":"foreign","deployments":["fruta"],"lastFound":"2026-11-23T06:03:38.621Z","message":"1 code leads to other.example, which is not ours; seen at Fruta Cupertino","next":"Do not open it. At Fruta Cupertino, photograph and take down the code that leads to other.example, look for our own underneath, and report it as fraud.","number":1,"severity":"critical","since":"2026-11-23T06:03:38.542Z","state":"still-there","stores":["cupertino"],"tags":["https://other.example/menu"]},{"code":"foreign","deployments":["fruta"],"lastFound":"2026-11-23T06:03:38.621Z","message":"1 code leads to private.example, which is not ours; seen at Fruta San Francisco","next":"Do not open it. At Fruta San Francisco, photograph and take down the code that leads to private.example, look for our own underneath, and report it as fraud.","number":2,"severity":"critical","since":"2026-11-23T06:03:38.542Z","state":"still-there","stores":["san-francisco"],"tags":["https://private.example/diary/4711"]},{"code":"misplaced","deployments":["fruta","fruta"],"lastFound":"2026-11-23T06:03:38.621Z","message":"the code q-cu-01 for Fruta Cupertino is at Fruta San Francisco","next":"At Fruta San Francisco, take down the code q-cu-01: it opens Fruta Cupertino. Put it up at Fruta Cupertino and scan it again there.","number":3,"severity":"critical","since":"2026-11-23T06:03:38.542Z","state":"still-there","stores":["cupertino","san-francisco"],"tags":["q-cu-01"]}],"map":"eyJ0eXBlIjoiRmVhdHVyZUNvbGxlY3Rpb24iLCJmZWF0dXJlcyI6W3siZ2VvbWV0cnkiOnsidHlwZSI6IlBvaW50IiwiY29vcmRpbmF0ZXMiOlstMTIyLjAzMjIsMzcuMzIzXX0sInByb3BlcnRpZXMiOnsicmFkaXVzIjoxMjAsImRlcGxveW1lbnQiOiJmcnV0YSIsInN0b3JlIjoiY3VwZXJ0aW5vIiwibmFtZSI6IkZydXRhIEN1cGVydGlubyIsImtpbmQiOiJyZWdpb24ifSwidHlwZSI6IkZlYXR1cmUifSx7Imdlb21ldHJ5Ijp7ImNvb3JkaW5hdGVzIjpbLTEyMi40MTkzLDM3Ljc3OTNdLCJ0eXBlIjoiUG9pbnQifSwicHJvcGVydGllcyI6eyJraW5kIjoicmVnaW9uIiwicmFkaXVzIjoxMjAsInN0b3JlIjoic2FuLWZyYW5jaXNjbyIsIm5hbWUiOiJGcnV0YSBTYW4gRnJhbmNpc2NvIiwiZGVwbG95bWVudCI6ImZydXRhIn0sInR5cGUiOiJGZWF0dXJlIn0seyJnZW9tZXRyeSI6eyJjb29yZGluYXRlcyI6WzEyNy4wMjc2LDM3LjQ5NzldLCJ0eXBlIjoiUG9pbnQifSwicHJvcGVydGllcyI6eyJuYW1lIjoi7ZSE66Oo7YOAIOyEnOyauCDqsJXrgqjsoJAiLCJyYWRpdXMiOjEwMCwia2luZCI6InJlZ2lvbiIsInN0b3JlIjoic2VvdWwtZ2FuZ25hbSIsImRlcGxveW1lbnQiOiJmcnV0YSJ9LCJ0eXBlIjoiRmVhdHVyZSJ9LHsiZ2VvbWV0cnkiOnsidHlwZSI6IlBvaW50IiwiY29vcmRpbmF0ZXMiOlstMTIyLjQxOTMsMzcuNzc5M119LCJwcm9wZXJ0aWVzIjp7ImRlcGxveW1lbnQiOiJmcnV0YSIsImZvdW5kRGVwbG95bWVudCI6ImZydXRhIiwiZm91bmRTdG9yZSI6InNhbi1mcmFuY2lzY28iLCJzdG9yZSI6ImN1cGVydGlubyIsInVybCI6Imh0dHBzOlwvXC9mcnV0YS5leGFtcGxlXC9zdG9yZVwvY3VwZXJ0aW5vP3RhZz1xLWN1LTAxIiwia2luZCI6InRhZyIsInNpZ21hIjo1Ljk2MTg3NDk2MTg1MzAyNywidmVyZGljdCI6Im91dHNpZGUiLCJ0YWciOiJxLWN1LTAxIn0sInR5cGUiOiJGZWF0dXJlIn0seyJnZW9tZXRyeSI6eyJjb29yZGluYXRlcyI6Wy0xMjIuMDMyMDUzLDM3LjMyMzA2MV0sInR5cGUiOiJQb2ludCJ9LCJwcm9wZXJ0aWVzIjp7ImRlcGxveW1lbnQiOiJmcnV0YSIsImZvdW5kRGVwbG95bWVudCI6ImZydXRhIiwiZm91bmRTdG9yZSI6ImN1cGVydGlubyIsInN0b3JlIjoiY3VwZXJ0aW5vIiwidXJsIjoiaHR0cHM6XC9cL2ZydXRhLmV4YW1wbGVcL3N0b3JlXC9jdXBlcnRpbm8/dGFnPXEtY3UtMDIiLCJraW5kIjoidGFnIiwic2lnbWEiOjE1Ljg5ODMzMzU0OTQ5OTUxMiwidmVyZGljdCI6Imluc2lkZSIsInRhZyI6InEtY3UtMDIifSwidHlwZSI6IkZlYXR1cmUifSx7Imdlb21ldHJ5Ijp7InR5cGUiOiJQb2ludCIsImNvb3JkaW5hdGVzIjpbLTEyMi4wMzIwNTMsMzcuMzIzMDYxXX0sInByb3BlcnRpZXMiOnsiZm91bmREZXBsb3ltZW50IjoiZnJ1dGEiLCJ1cmwiOiJodHRwczpcL1wvb3RoZXIuZXhhbXBsZVwvbWVudSIsImZvdW5kU3RvcmUiOiJjdXBlcnRpbm8iLCJraW5kIjoidGFnIiwic2lnbWEiOjE1Ljg5ODMzMzU0OTQ5OTUxMn0sInR5cGUiOiJGZWF0dXJlIn0seyJnZW9tZXRyeSI6eyJjb29yZGluYXRlcyI6Wy0xMjIuNDE5MywzNy43NzkzXSwidHlwZSI6IlBvaW50In0sInByb3BlcnRpZXMiOnsidXJsIjoiaHR0cHM6XC9cL3ByaXZhdGUuZXhhbXBsZVwvZGlhcnlcLzQ3MTEiLCJzaWdtYSI6NS45NjE4NzQ5NjE4NTMwMjcsImZvdW5kU3RvcmUiOiJzYW4tZnJhbmNpc2NvIiwia2luZCI6InRhZyIsImZvdW5kRGVwbG95bWVudCI6ImZydXRhIn0sInR5cGUiOiJGZWF0dXJlIn0seyJnZW9tZXRyeSI6eyJ0eXBlIjoiTGluZVN0cmluZyIsImNvb3JkaW5hdGVzIjpbWy0xMjIuNDE5MywzNy43NzkzXSxbLTEyMi4wMzIyLDM3LjMyM11dfSwicHJvcGVydGllcyI6eyJkZXBsb3ltZW50IjoiZnJ1dGEiLCJmb3VuZERlcGxveW1lbnQiOiJmcnV0YSIsImZvdW5kU3RvcmUiOiJzYW4tZnJhbmNpc2NvIiwic3RvcmUiOiJjdXBlcnRpbm8iLCJjb2RlIjoibWlzcGxhY2VkIiwic2V2ZXJpdHkiOiJjcml0aWNhbCIsImtpbmQiOiJmaW5kaW5nIiwibWVzc2FnZSI6InRoZSBjb2RlIHEtY3UtMDEgZm9yIEZydXRhIEN1cGVydGlubyBpcyBhdCBGcnV0YSBTYW4gRnJhbmNpc2NvIiwidGFnIjoicS1jdS0wMSJ9LCJ0eXBlIjoiRmVhdHVyZSJ9XX0=","report":{"findings":[{"code":"foreign","deployments":["fruta"],"evidence":{"contents":["https://other.example/menu"],"place":{"latitude":37.323061,"longitude":-122.032053},"reason":"no experience is registered for its host"},"message":"1 code leads to other.example, which is not ours; seen at Fruta Cupertino","next":"Do not open it. At Fruta Cupertino, photograph and take down the code that leads to other.example, look for our own underneath, and report it as fraud.","severity":"critical","stores":["cupertino"],"tags":["https://other.example/menu"]},{"code":"foreign","deployments":["fruta"],"evidence":{"contents":["https://private.example/diary/4711"],"place":{"latitude":37.7793,"longitude":-122.4193},"reason":"no experience is registered for its host"},"message":"1 code leads to private.example, which is not ours; seen at Fruta San Francisco","next":"Do not open it. At Fruta San Francisco, photograph and take down the code that leads to private.example, look for our own underneath, and report it as fraud.","severity":"critical","stores":["san-francisco"],"tags":["https://private.example/diary/4711"]},{"code":"misplaced","deployments":["fruta","fruta"],"evidence":{"batches":["fruta-qr"],"distance":61113.32,"p":0,"place":{"latitude":37.7793,"longitude":-122.4193},"probability":0,"routes":[{"deployment":"fruta","foundDeployment":"fruta","foundStore":"san-francisco","store":"cupertino","tags":1}]},"message":"the code q-cu-01 for Fruta Cupertino is at Fruta San Francisco","next":"At Fruta San Francisco, take down the code q-cu-01: it opens Fruta Cupertino. Put it up at Fruta Cupertino and scan it again there.","severity":"critical","stores":["cupertino","san-francisco"],"tags":["q-cu-01"]}],"schema":1,"summary":{"confirmations":0,"foreign":2,"inside":1,"leftOut":0,"noStore":0,"outside":1,"repeated":0,"retired":0,"roaming":0,"sightings":4,"tags":4,"undecided":0,"unregistered":0,"visits":4},"tags":[{"deployment":"fruta","distance":61113.32,"foundDeployment":"fruta","foundStore":"san-francisco","probability":0,"store":"cupertino","tag":"q-cu-01","uid":null,"url":"https://fruta.example/store/cupertino?tag=q-cu-01","verdict":"outside"},{"deployment":"fruta","distance":14.68,"foundDeployment":"fruta","foundStore":"cupertino","probability":0.9934760537036125,"store":"cupertino","tag":"q-cu-02","uid":null,"url":"https://fruta.example/store/cupertino?tag=q-cu-02","verdict":"inside"},{"distance":null,"foundDeployment":"fruta","foundStore":"cupertino","probability":null,"store":null,"tag":null,"uid":null,"url":"https://other.example/menu","verdict":null},{"distance":null,"foundDeployment":"fruta","foundStore":"san-francisco","probability":null,"store":null,"tag":null,"uid":null,"url":"https://private.example/diary/4711","verdict":null}]},"warnings":[]}');
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
INSERT INTO devices VALUES(2,'d819b4b212e5c47bb54a633624e5255bc05be307b4304c001256940198f9afdc');
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('imports',1);
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
COMMIT;
