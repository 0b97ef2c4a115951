CREATE TABLE repairs (
    id INTEGER PRIMARY KEY,
    phone TEXT NOT NULL,
    service TEXT NOT NULL,
    day TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);
