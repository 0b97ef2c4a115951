CREATE TABLE cake_orders (
    id INTEGER PRIMARY KEY,
    phone TEXT NOT NULL,
    size TEXT NOT NULL,
    day TEXT NOT NULL,
    deposit REAL,
    gift INTEGER NOT NULL,
    created_at TEXT NOT NULL
);
