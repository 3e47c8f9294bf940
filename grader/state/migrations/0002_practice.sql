-- uid: the same attempt has the same one in every copy of the history
ALTER TABLE attempts ADD COLUMN uid TEXT NOT NULL DEFAULT '';
UPDATE attempts SET uid = identity(drill, number, at, source);
CREATE UNIQUE INDEX attempt_uid ON attempts (uid);

-- code: equal for two files that differ in comments and spacing only
ALTER TABLE attempts ADD COLUMN code TEXT NOT NULL DEFAULT '';
UPDATE attempts SET code = code(source);

-- scope: 'all', or what the grade was cut down to; it stood behind the status in brackets
ALTER TABLE attempts ADD COLUMN scope TEXT NOT NULL DEFAULT 'all';
UPDATE attempts
SET scope = substr(status, instr(status, ' (') + 2, length(status) - instr(status, ' (') - 2),
    status = substr(status, 1, instr(status, ' (') - 1)
WHERE instr(status, ' (') > 0;

-- since_start: seconds since the drill was begun the last time; NULL when nobody knows
ALTER TABLE attempts ADD COLUMN since_start REAL;
UPDATE attempts SET since_start = at - (
    SELECT MAX(events.at) FROM events
    WHERE events.drill = attempts.drill
        AND events.kind IN ('start', 'reset') AND events.at <= attempts.at
);

-- hints: how many were shown since then
ALTER TABLE attempts ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;
UPDATE attempts SET hints = (
    SELECT COUNT(*) FROM events
    WHERE events.drill = attempts.drill AND events.kind = 'hint' AND events.at <= attempts.at
        AND events.at >= attempts.at - COALESCE(attempts.since_start, attempts.at)
);

-- disclosure: how much of a failure was shown: 'practice', 'mock'
ALTER TABLE attempts ADD COLUMN disclosure TEXT NOT NULL DEFAULT 'practice';

-- what stood in a learner's file before a command put something else there
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
