PRAGMA application_id = 1465470283;
PRAGMA user_version = 5;
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE stores (
    id TEXT PRIMARY KEY, name TEXT NOT NULL,
    latitude REAL, longitude REAL, radius REAL, address TEXT
, roaming INTEGER NOT NULL DEFAULT 0 CHECK (roaming IN (0, 1)), place_latitude REAL, place_longitude REAL) STRICT, WITHOUT ROWID;
INSERT INTO stores VALUES('cupertino','Fruta Cupertino',37.323000000000000398,-122.03220000000000311,120.0,'Cupertino, California',0,NULL,NULL);
INSERT INTO stores VALUES('san-francisco','Fruta San Francisco',37.779299999999999214,-122.41930000000000688,120.0,'San Francisco, California',0,NULL,NULL);
INSERT INTO stores VALUES('seoul-gangnam','프루타 서울 강남점',37.497900000000001341,127.02760000000000672,100.0,'서울특별시 강남구',0,NULL,NULL);
CREATE TABLE experiences (
    url TEXT PRIMARY KEY, title TEXT NOT NULL, subtitle TEXT NOT NULL, action TEXT NOT NULL,
    store TEXT, image TEXT, language TEXT, status TEXT NOT NULL
, app TEXT) STRICT, WITHOUT ROWID;
INSERT INTO experiences VALUES('https://fruta.example/store/','Fruta','Order a smoothie and skip the line','open',NULL,'pictures/card.png','EN','active',NULL);
CREATE TABLE deployments (name TEXT PRIMARY KEY, template TEXT, profile TEXT) STRICT, WITHOUT ROWID;
INSERT INTO deployments VALUES('fruta','https://fruta.example/store/{store}{?tag}','{"appStoreIDs":{"ABCDE12345.example.fruta.Clip":"1500000001"},"apps":["ABCDE12345.example.fruta.Clip"],"name":"fruta","template":"https://fruta.example/store/{store}{?tag}"}');
CREATE TABLE batches (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, template TEXT
, paused INTEGER NOT NULL DEFAULT 0 CHECK (paused IN (0, 1)), protection TEXT NOT NULL DEFAULT 'none', mirror TEXT, genuineness TEXT NOT NULL DEFAULT 'unchecked') STRICT;
INSERT INTO batches VALUES(1,'fruta-nfc','https://fruta.example/store/{store}{?tag}',0,'none',NULL,'unchecked');
INSERT INTO batches VALUES(2,'fruta-qr','https://fruta.example/store/{store}{?tag}',0,'none',NULL,'unchecked');
CREATE TABLE tags (
    id TEXT PRIMARY KEY, batch INTEGER NOT NULL REFERENCES batches, row INTEGER NOT NULL,
    store TEXT NOT NULL REFERENCES stores, placement TEXT NOT NULL, medium TEXT NOT NULL,
    url TEXT NOT NULL, state TEXT NOT NULL, uid TEXT UNIQUE, product TEXT, written_url TEXT, protection TEXT, mirror TEXT, genuineness TEXT, key TEXT, intended_key TEXT, prints INTEGER NOT NULL DEFAULT 0 CHECK (prints >= 0), deployed_latitude REAL, deployed_longitude REAL, deployed_accuracy REAL, deployed_time TEXT,
    UNIQUE (batch, row)
) STRICT;
INSERT INTO tags VALUES('n-cu-01',1,0,'cupertino','counter','nfc','https://fruta.example/store/cupertino?tag=n-cu-01','written','04574D00000180','NTAG213','https://fruta.example/store/cupertino?tag=n-cu-01',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-cu-02',1,1,'cupertino','table 1','nfc','https://fruta.example/store/cupertino?tag=n-cu-02','written','04574D00000280','NTAG213','https://fruta.example/store/cupertino?tag=n-cu-02',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-cu-03',1,2,'cupertino','table 2','nfc','https://fruta.example/store/cupertino?tag=n-cu-03','written','04574D00000380','NTAG213','https://fruta.example/store/cupertino?tag=n-cu-03',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-cu-04',1,3,'cupertino','table 3','nfc','https://fruta.example/store/cupertino?tag=n-cu-04','written','04574D00000480','NTAG213','https://fruta.example/store/cupertino?tag=n-cu-04',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-01',1,4,'san-francisco','counter','nfc','https://fruta.example/store/san-francisco?tag=n-sf-01','written','04574D00000580','NTAG213','https://fruta.example/store/san-francisco?tag=n-sf-01',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-02',1,5,'san-francisco','table 1','nfc','https://fruta.example/store/san-francisco?tag=n-sf-02','written','04574D00000680','NTAG213','https://fruta.example/store/san-francisco?tag=n-sf-02',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-03',1,6,'san-francisco','table 2','nfc','https://fruta.example/store/san-francisco?tag=n-sf-03','written','04574D00000780','NTAG213','https://fruta.example/store/san-francisco?tag=n-sf-03',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sf-04',1,7,'san-francisco','table 3','nfc','https://fruta.example/store/san-francisco?tag=n-sf-04','written','04574D00000880','NTAG213','https://fruta.example/store/san-francisco?tag=n-sf-04',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-01',1,8,'seoul-gangnam','counter','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-01','written','04574D00000980','NTAG213','https://fruta.example/store/seoul-gangnam?tag=n-sl-01',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-02',1,9,'seoul-gangnam','table 1','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-02','written','04574D00000A80','NTAG213','https://fruta.example/store/seoul-gangnam?tag=n-sl-02',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-03',1,10,'seoul-gangnam','table 2','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-03','written','04574D00000B80','NTAG213','https://fruta.example/store/seoul-gangnam?tag=n-sl-03',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('n-sl-04',1,11,'seoul-gangnam','table 3','nfc','https://fruta.example/store/seoul-gangnam?tag=n-sl-04','written','04574D00000C80','NTAG213','https://fruta.example/store/seoul-gangnam?tag=n-sl-04',NULL,NULL,NULL,NULL,NULL,0,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-01',2,0,'cupertino','counter','qr','https://fruta.example/store/cupertino?tag=q-cu-01','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-02',2,1,'cupertino','door','qr','https://fruta.example/store/cupertino?tag=q-cu-02','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-03',2,2,'cupertino','table 1','qr','https://fruta.example/store/cupertino?tag=q-cu-03','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-04',2,3,'cupertino','table 2','qr','https://fruta.example/store/cupertino?tag=q-cu-04','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-05',2,4,'cupertino','table 3','qr','https://fruta.example/store/cupertino?tag=q-cu-05','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-06',2,5,'cupertino','table 4','qr','https://fruta.example/store/cupertino?tag=q-cu-06','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-07',2,6,'cupertino','table 5','qr','https://fruta.example/store/cupertino?tag=q-cu-07','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-cu-08',2,7,'cupertino','table 6','qr','https://fruta.example/store/cupertino?tag=q-cu-08','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-01',2,8,'san-francisco','counter','qr','https://fruta.example/store/san-francisco?tag=q-sf-01','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-02',2,9,'san-francisco','door','qr','https://fruta.example/store/san-francisco?tag=q-sf-02','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-03',2,10,'san-francisco','table 1','qr','https://fruta.example/store/san-francisco?tag=q-sf-03','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-04',2,11,'san-francisco','table 2','qr','https://fruta.example/store/san-francisco?tag=q-sf-04','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-05',2,12,'san-francisco','table 3','qr','https://fruta.example/store/san-francisco?tag=q-sf-05','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-06',2,13,'san-francisco','table 4','qr','https://fruta.example/store/san-francisco?tag=q-sf-06','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-07',2,14,'san-francisco','table 5','qr','https://fruta.example/store/san-francisco?tag=q-sf-07','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sf-08',2,15,'san-francisco','table 6','qr','https://fruta.example/store/san-francisco?tag=q-sf-08','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-01',2,16,'seoul-gangnam','counter','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-01','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-02',2,17,'seoul-gangnam','door','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-02','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-03',2,18,'seoul-gangnam','table 1','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-03','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-04',2,19,'seoul-gangnam','table 2','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-04','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-05',2,20,'seoul-gangnam','table 3','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-05','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-06',2,21,'seoul-gangnam','table 4','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-06','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-07',2,22,'seoul-gangnam','table 5','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-07','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
INSERT INTO tags VALUES('q-sl-08',2,23,'seoul-gangnam','table 6','qr','https://fruta.example/store/seoul-gangnam?tag=q-sl-08','printed',NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,1,NULL,NULL,NULL,NULL);
CREATE TABLE readers (name TEXT PRIMARY KEY, connection TEXT NOT NULL) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    sequence INTEGER PRIMARY KEY, time TEXT NOT NULL, station TEXT NOT NULL, actor TEXT NOT NULL,
    kind TEXT NOT NULL, payload TEXT NOT NULL, previous TEXT NOT NULL
) STRICT;
INSERT INTO journal VALUES(1,'2026-11-21T22:07:06.778Z','till','root','reader-added','{"connection":"pn532_uart:/tmp/fx-PltO/reader","name":"bench-1"}','0000000000000000000000000000000000000000000000000000000000000000');
INSERT INTO journal VALUES(2,'2026-11-21T22:07:07.038Z','till','root','deployment-loaded','{"batches":["fruta-nfc","fruta-qr"],"experiences":1,"name":"fruta","stores":3}','5b546ec3b68e541c4e678c6c5b3d43dc2346095ff9e0ac271f72d98b5c8758fc');
INSERT INTO journal VALUES(3,'2026-11-21T22:07:07.188Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-01","uid":"04574D00000180","url":"https://fruta.example/store/cupertino?tag=n-cu-01"}','28c174d94063b92af73a21b4812e6385c1ece10aa8ca776b6b43dc9b7b219cc2');
INSERT INTO journal VALUES(4,'2026-11-21T22:07:07.193Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-01","uid":"04574D00000180","url":"https://fruta.example/store/cupertino?tag=n-cu-01"}','f9be1a6ff9b963f3ec7ceef5654c54c7fe30856fadfa73e127bd889764965c10');
INSERT INTO journal VALUES(5,'2026-11-21T22:07:07.598Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-02","uid":"04574D00000280","url":"https://fruta.example/store/cupertino?tag=n-cu-02"}','fd1332e9f27ab4b51098fd3f76bdcc352fbc520ae6041810c6df27921cb8ec52');
INSERT INTO journal VALUES(6,'2026-11-21T22:07:07.610Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-02","uid":"04574D00000280","url":"https://fruta.example/store/cupertino?tag=n-cu-02"}','812cf5a93dbe43375862343f58807fb10dde63f5f332f35b972837b55010181f');
INSERT INTO journal VALUES(7,'2026-11-21T22:07:08.028Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-03","uid":"04574D00000380","url":"https://fruta.example/store/cupertino?tag=n-cu-03"}','a0a3f3c4840fea25600eebafa63aae8fe185e2d4399a666a0134fecccce68513');
INSERT INTO journal VALUES(8,'2026-11-21T22:07:08.044Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-03","uid":"04574D00000380","url":"https://fruta.example/store/cupertino?tag=n-cu-03"}','117ff24b3481606bdc655b67b16934a9c0552bd02c9f4b278c9e9332e3e2f216');
INSERT INTO journal VALUES(9,'2026-11-21T22:07:08.465Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-04","uid":"04574D00000480","url":"https://fruta.example/store/cupertino?tag=n-cu-04"}','7dd4f6d480e09c017b7247790557f6d05f67bf1724d4c371eda65fc2befd2b32');
INSERT INTO journal VALUES(10,'2026-11-21T22:07:08.484Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-cu-04","uid":"04574D00000480","url":"https://fruta.example/store/cupertino?tag=n-cu-04"}','3c48627988e40aa98c6633f7855e2c086ef5aabe04ba915d48d900872cdb8190');
INSERT INTO journal VALUES(11,'2026-11-21T22:07:08.914Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-01","uid":"04574D00000580","url":"https://fruta.example/store/san-francisco?tag=n-sf-01"}','cbe8c9f0c7a6635373c3dd80bfc74cff189667237101694fa37137f92cc264d0');
INSERT INTO journal VALUES(12,'2026-11-21T22:07:08.924Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-01","uid":"04574D00000580","url":"https://fruta.example/store/san-francisco?tag=n-sf-01"}','197fff53bb9c99b7e23b2a1848bae087d8501f3babe9bd2736fc68bdf860f696');
INSERT INTO journal VALUES(13,'2026-11-21T22:07:09.337Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-02","uid":"04574D00000680","url":"https://fruta.example/store/san-francisco?tag=n-sf-02"}','ce40776ce6904f2d29b4fbbc08cb2b7b597649811b035fd9d182af9bbb1ba133');
INSERT INTO journal VALUES(14,'2026-11-21T22:07:09.348Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-02","uid":"04574D00000680","url":"https://fruta.example/store/san-francisco?tag=n-sf-02"}','74c65b405f340d9788030cce19905fdc1238e22b502b72785779a0af6bc445d8');
INSERT INTO journal VALUES(15,'2026-11-21T22:07:09.761Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-03","uid":"04574D00000780","url":"https://fruta.example/store/san-francisco?tag=n-sf-03"}','51dccf5507da0c45b0c214ae21405d1315cb281d736317900441be707ec3e1e5');
INSERT INTO journal VALUES(16,'2026-11-21T22:07:09.773Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-03","uid":"04574D00000780","url":"https://fruta.example/store/san-francisco?tag=n-sf-03"}','66be9aada58891d2d11a9b1432f29cc4a89e9e7fcdd65cb7ac6e29082283ec73');
INSERT INTO journal VALUES(17,'2026-11-21T22:07:10.188Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-04","uid":"04574D00000880","url":"https://fruta.example/store/san-francisco?tag=n-sf-04"}','b6fbd0e182cd9bf465e551f1940141192703b2f1ab282655b4cf89bf80b275e1');
INSERT INTO journal VALUES(18,'2026-11-21T22:07:10.198Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sf-04","uid":"04574D00000880","url":"https://fruta.example/store/san-francisco?tag=n-sf-04"}','e60c439d95120bd018a0c64f8b312aa43be51778ae19f909813d910b160d27c5');
INSERT INTO journal VALUES(19,'2026-11-21T22:07:10.612Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-01","uid":"04574D00000980","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-01"}','15cf929d6635cf608a4d1905c42f50729f4a39e3b05752e126a0811da910d638');
INSERT INTO journal VALUES(20,'2026-11-21T22:07:10.629Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-01","uid":"04574D00000980","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-01"}','60ddbb317781d2e9ae8d5da2c367dcf8f99f13fd218732258422a115b289f00f');
INSERT INTO journal VALUES(21,'2026-11-21T22:07:11.050Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-02","uid":"04574D00000A80","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-02"}','e6f254b39fd42f6cfe5ca362573be7e605226b12d97067cad0975cb9be9baf91');
INSERT INTO journal VALUES(22,'2026-11-21T22:07:11.082Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-02","uid":"04574D00000A80","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-02"}','04aa6e8775b5f21ecd9123b4885a35195274e04524e21aaede7bb1ceea6177fc');
INSERT INTO journal VALUES(23,'2026-11-21T22:07:11.500Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-03","uid":"04574D00000B80","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-03"}','32726a17059e6ad8e51969859b6d18bc704dfab32608114aa6ce38ec06bfc0e1');
INSERT INTO journal VALUES(24,'2026-11-21T22:07:11.544Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-03","uid":"04574D00000B80","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-03"}','076b32324630c4c8f672281a15b1bcb9ac72379a2e1e912477b5c668cdcf7295');
INSERT INTO journal VALUES(25,'2026-11-21T22:07:11.960Z','till','root','write-intended','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-04","uid":"04574D00000C80","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-04"}','76ef1b48b628a5401bcb487c27083b0df4df105cb0bee916d6faeb6eedf1919d');
INSERT INTO journal VALUES(26,'2026-11-21T22:07:11.965Z','till','root','write-confirmed','{"batch":"fruta-nfc","product":"NTAG213","reader":"bench-1","tag":"n-sl-04","uid":"04574D00000C80","url":"https://fruta.example/store/seoul-gangnam?tag=n-sl-04"}','31e6a2ab3182e1e89d42048413bc3200eb2e45719b4cb2e717bd60212ecdd329');
INSERT INTO journal VALUES(27,'2026-11-21T22:07:14.620Z','till','root','sheet-made','{"batch":"fruta-qr","cells":[{"page":1,"position":1,"tag":"q-cu-01"},{"page":1,"position":2,"tag":"q-cu-02"},{"page":1,"position":3,"tag":"q-cu-03"},{"page":1,"position":4,"tag":"q-cu-04"},{"page":1,"position":5,"tag":"q-cu-05"},{"page":1,"position":6,"tag":"q-cu-06"},{"page":1,"position":7,"tag":"q-cu-07"},{"page":1,"position":8,"tag":"q-cu-08"},{"page":1,"position":9,"tag":"q-sf-01"},{"page":1,"position":10,"tag":"q-sf-02"},{"page":1,"position":11,"tag":"q-sf-03"},{"page":1,"position":12,"tag":"q-sf-04"},{"page":1,"position":13,"tag":"q-sf-05"},{"page":1,"position":14,"tag":"q-sf-06"},{"page":1,"position":15,"tag":"q-sf-07"},{"page":1,"position":16,"tag":"q-sf-08"},{"page":1,"position":17,"tag":"q-sl-01"},{"page":1,"position":18,"tag":"q-sl-02"},{"page":1,"position":19,"tag":"q-sl-03"},{"page":1,"position":20,"tag":"q-sl-04"},{"page":1,"position":21,"tag":"q-sl-05"},{"page":1,"position":22,"tag":"q-sl-06"},{"page":1,"position":23,"tag":"q-sl-07"},{"page":1,"position":24,"tag":"q-sl-08"}],"digest":"70f631e5508ec5c9bb88f0456d26d3cc5aefc66e083e59a74ee0263a5c93f1e3","stock":"22805"}','bfc9978622439d3f05e9ac7781968f611cfe39d9b78c782fa0dcce44e023ae41');
INSERT INTO journal VALUES(28,'2026-11-21T22:07:14.707Z','till','root','reader-removed','{"connection":"pn532_uart:/tmp/fx-PltO/reader","name":"bench-1"}','f0c463d1732c3f1fba54a49116f0a5a086c88cf151c958c726a2136b464184dc');
CREATE TRIGGER journal_grows_at_its_end BEFORE INSERT ON journal
WHEN NEW.sequence IS NOT (SELECT coalesce(max(sequence), 0) + 1 FROM journal)
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_edited BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_shortened BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE INDEX tags_by_url ON tags (url);
CREATE INDEX journal_by_tag ON journal (CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.tag') END) WHERE CASE json_valid(payload) WHEN 1 THEN json_extract(payload, '$.tag') END IS NOT NULL;
COMMIT;
