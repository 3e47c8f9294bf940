CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    drill TEXT NOT NULL,
    number INTEGER NOT NULL,
    at REAL NOT NULL,
    status TEXT NOT NULL,
    source TEXT NOT NULL,
    report TEXT NOT NULL,
    UNIQUE (drill, number)
);
CREATE TABLE events (
    id INTEGER PRIMARY KEY,
    drill TEXT NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL
);
CREATE INDEX events_of_drill ON events (drill, kind);
