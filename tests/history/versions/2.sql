PRAGMA user_version = 2;
BEGIN TRANSACTION;
CREATE TABLE attempts (
        id INTEGER PRIMARY KEY,
        drill TEXT NOT NULL,
        number INTEGER NOT NULL,
        at REAL NOT NULL,
        status TEXT NOT NULL,
        source TEXT NOT NULL,
        report TEXT NOT NULL, uid TEXT NOT NULL DEFAULT '', code TEXT NOT NULL DEFAULT '', scope TEXT NOT NULL DEFAULT 'all', since_start REAL, hints INTEGER NOT NULL DEFAULT 0, disclosure TEXT NOT NULL DEFAULT 'practice',
        UNIQUE (drill, number)
    );
INSERT INTO "attempts" VALUES(1,'batching',1,1000.5,'failed','x = 1
','{"schema": 1, "drill": "batching", "file": "batching/batching.py", "attempt": 1, "scope": "all", "status": "failed", "rules": [{"id": "R1", "title": "a rule", "status": "ok", "scenarios": 5, "needs": [], "case": null, "input": null, "first_difference": null}, {"id": "R3", "title": "a rule", "status": "failed", "scenarios": 5, "needs": [], "case": "r3-7c1f", "input": [1], "first_difference": {"step": "1", "must": "2", "got": "3"}}], "parts": {}, "problem": null, "repeats": null, "output": {"text": "", "truncated": false}, "seed": "0000002a", "scenarios": {"played": 5, "digest": "ab"}, "seconds": 0.5, "isolation": null, "versions": {"infra-drill": "0.1.0", "python": "3.11.7", "hypothesis": "6.140.0", "system": "linux"}, "disclosure": "practice", "judge": {"mutants": 0, "killed": 0}}','8611b9d3330a53311971b7426d71355c','adf4837985072e2c2bc4ed1687ccd88e','all',60.0,0,'practice');
INSERT INTO "attempts" VALUES(2,'batching',2,1100.25,'passed','x = 2; y = ''semi;colon''
','{"schema": 1, "drill": "batching", "file": "batching/batching.py", "attempt": 2, "scope": "rule R3 only", "status": "passed", "rules": [{"id": "R3", "title": "a rule", "status": "ok", "scenarios": 5, "needs": [], "case": null, "input": null, "first_difference": null}], "parts": {}, "problem": null, "repeats": null, "output": {"text": "", "truncated": false}, "seed": "0000002a", "scenarios": {"played": 5, "digest": "ab"}, "seconds": 0.5, "isolation": null, "versions": {"infra-drill": "0.1.0", "python": "3.11.7", "hypothesis": "6.140.0", "system": "linux"}, "disclosure": "practice", "judge": {"mutants": 0, "killed": 0}}','1d09adb3165261c184d9c1d80013fffa','ce9ffcae79e60a24d598387a745ef823','rule R3 only',159.75,1,'practice');
INSERT INTO "attempts" VALUES(3,'radix',1,1200.0,'ungradable','','{"schema": 1, "drill": "radix", "file": "radix/radix.py", "attempt": 1, "scope": "all", "status": "ungradable", "rules": [{"id": "R1", "title": "a rule", "status": "untold", "scenarios": 5, "needs": [], "case": null, "input": null, "first_difference": null}], "parts": {}, "problem": null, "repeats": null, "output": {"text": "", "truncated": false}, "seed": "0000002a", "scenarios": {"played": 5, "digest": "ab"}, "seconds": 0.5, "isolation": null, "versions": {"infra-drill": "0.1.0", "python": "3.11.7", "hypothesis": "6.140.0", "system": "linux"}, "disclosure": "practice", "judge": {"mutants": 0, "killed": 0}}','ad3261c22b5971c603dfe5f8afcb0a0c','','all',NULL,0,'practice');
INSERT INTO "attempts" VALUES(4,'batching',3,1300.0,'passed','x = 2;  y = ''semi;colon''  # done
','{"schema": 1, "drill": "batching", "file": "batching/batching.py", "attempt": 3, "scope": "all", "status": "passed", "rules": [{"id": "R1", "title": "a rule", "status": "ok", "scenarios": 5, "needs": [], "case": null, "input": null, "first_difference": null}, {"id": "R3", "title": "a rule", "status": "ok", "scenarios": 5, "needs": [], "case": null, "input": null, "first_difference": null}], "parts": {}, "problem": null, "repeats": null, "output": {"text": "", "truncated": false}, "seed": "0000002a", "scenarios": {"played": 5, "digest": "ab"}, "seconds": 0.5, "isolation": null, "versions": {"infra-drill": "0.1.0", "python": "3.11.7", "hypothesis": "6.140.0", "system": "linux"}, "disclosure": "practice", "judge": {"mutants": 0, "killed": 0}}','cf7ee97046b9436fbf289b6c27886d1b','ce9ffcae79e60a24d598387a745ef823','all',50.0,0,'practice');
CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        drill TEXT NOT NULL,
        at REAL NOT NULL,
        kind TEXT NOT NULL,
        detail TEXT NOT NULL
    );
INSERT INTO "events" VALUES(1,'batching',940.5,'start','/home/ada/batching');
INSERT INTO "events" VALUES(2,'batching',1050.0,'hint','R3');
INSERT INTO "events" VALUES(3,'radix',1210.0,'solution','gave up');
INSERT INTO "events" VALUES(4,'batching',1250.0,'reset','/home/ada/batching/batching.before-reset-1.py');
CREATE TABLE snapshots (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    drill TEXT NOT NULL,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    path TEXT NOT NULL,
    why TEXT NOT NULL,
    source BLOB NOT NULL,
    UNIQUE (drill, number)
);
INSERT INTO "snapshots" VALUES(1,'5a','batching',1,1249.0,'/home/ada/batching/batching.py','reset',X'78203D20320A');
CREATE INDEX events_of_drill ON events (drill, kind);
CREATE UNIQUE INDEX attempt_uid ON attempts (uid);
COMMIT;
