-- a mock interview as it was begun; seen and seen_wall are the two clocks at the last look
CREATE TABLE mock_sessions (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    round TEXT NOT NULL,
    seed INTEGER NOT NULL,
    folder TEXT NOT NULL,
    wall REAL NOT NULL,
    boot REAL NOT NULL,
    boot_id TEXT NOT NULL,
    injected INTEGER NOT NULL,
    seen REAL NOT NULL,
    seen_wall REAL NOT NULL,
    host TEXT NOT NULL
);

-- what happened, at so many seconds after the start
CREATE TABLE mock_moments (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    part INTEGER NOT NULL,
    at REAL NOT NULL,
    kind TEXT NOT NULL,
    detail TEXT NOT NULL
);

-- files as they stood
CREATE TABLE mock_snapshots (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    part INTEGER NOT NULL,
    at REAL NOT NULL,
    file TEXT NOT NULL,
    why TEXT NOT NULL,
    text TEXT NOT NULL
);

-- grades while the clock ran; marks: one object a drill
CREATE TABLE mock_grades (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    part INTEGER NOT NULL,
    at REAL NOT NULL,
    disclosure TEXT NOT NULL,
    marks TEXT NOT NULL
);

-- what became of a part
CREATE TABLE mock_verdicts (
    id INTEGER PRIMARY KEY,
    session TEXT NOT NULL,
    part INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    UNIQUE (session, part)
);

-- rounds that were written for somebody else
CREATE TABLE mock_hosted (
    id INTEGER PRIMARY KEY,
    seal TEXT NOT NULL UNIQUE,
    at REAL NOT NULL,
    name TEXT NOT NULL
);

CREATE INDEX mock_moments_of_session ON mock_moments (session);
CREATE INDEX mock_snapshots_of_session ON mock_snapshots (session, part);
CREATE INDEX mock_grades_of_session ON mock_grades (session, part);
