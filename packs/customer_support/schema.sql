-- What the firm knows. No tool writes to these.

CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    card_last4 TEXT NOT NULL,
    tier TEXT NOT NULL CHECK (tier IN ('standard', 'plus', 'pro')),
    membership_start TEXT
);

CREATE TABLE orders (
    order_number TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    order_date TEXT NOT NULL,
    status TEXT NOT NULL,
    fulfillment TEXT NOT NULL CHECK (fulfillment IN ('kestrel', 'pickup', 'marketplace')),
    seller_name TEXT,
    purchase_state TEXT NOT NULL,
    delivered_date TEXT,
    delivery_date TEXT,
    delivery_window TEXT,
    installation_included INTEGER NOT NULL,
    haul_away_included INTEGER NOT NULL
);

CREATE TABLE items (
    order_number TEXT NOT NULL REFERENCES orders (order_number),
    sku TEXT NOT NULL,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    price_cents INTEGER NOT NULL,
    opened INTEGER NOT NULL,
    activatable INTEGER NOT NULL,
    condition_grade TEXT NOT NULL CHECK (condition_grade IN ('new', 'open_box', 'final_sale')),
    recalled INTEGER NOT NULL,
    battery_safety_flag INTEGER NOT NULL,
    PRIMARY KEY (order_number, sku)
);

-- Charges that the firm did make, and messages that it did send.
CREATE TABLE subscription_charges (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    plan TEXT NOT NULL,
    amount_cents INTEGER NOT NULL,
    charged_on TEXT NOT NULL
);

CREATE TABLE outbound_contacts (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    channel TEXT NOT NULL,
    contacted_on TEXT NOT NULL
);

CREATE TABLE stores (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    address TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    hours TEXT NOT NULL
);

-- The return policy, as data. A device that needs activation goes by the group 'activatable', any other by 'general'.
CREATE TABLE return_windows (
    item_group TEXT NOT NULL,
    tier TEXT NOT NULL,
    days INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (item_group, tier)
);

-- The fee on an opened item: a sum, or a share of its price. 'activatable' goes before the category.
CREATE TABLE restocking_fees (
    item_group TEXT PRIMARY KEY,
    cents INTEGER NOT NULL,
    percent INTEGER NOT NULL,
    reason TEXT NOT NULL
);

CREATE TABLE fee_free_states (state TEXT PRIMARY KEY);

-- How each ruling is put to the caller; names in braces are filled in.
CREATE TABLE return_rulings (
    reason TEXT PRIMARY KEY,
    eligible INTEGER NOT NULL,
    explanation TEXT NOT NULL
);

-- For every item sold, the terms that hold for its buyer. opened_fee_* is what an opened item would cost.
CREATE VIEW return_terms AS
SELECT
    o.order_number, o.customer_id, o.fulfillment, o.seller_name, o.delivered_date, o.purchase_state,
    i.sku, i.name AS item_name, i.price_cents, i.opened AS record_opened,
    i.condition_grade, i.recalled, i.battery_safety_flag,
    c.tier, w.days AS window_days, w.reason AS window_reason,
    CASE
        WHEN i.recalled OR s.state IS NOT NULL OR f.item_group IS NULL THEN 0
        ELSE f.cents + i.price_cents * f.percent / 100
    END AS opened_fee_cents,
    CASE
        WHEN i.recalled THEN 'a recalled item carries no fee'
        WHEN s.state IS NOT NULL THEN 'an order from that state carries no restocking fee'
        WHEN f.item_group IS NULL THEN 'an item of this kind carries no restocking fee'
        ELSE f.reason
    END AS opened_fee_reason
FROM items AS i
JOIN orders AS o ON o.order_number = i.order_number
JOIN customers AS c ON c.id = o.customer_id
JOIN return_windows AS w ON w.tier = c.tier AND w.item_group = iif(i.activatable, 'activatable', 'general')
LEFT JOIN restocking_fees AS f ON f.item_group = iif(i.activatable, 'activatable', i.category)
LEFT JOIN fee_free_states AS s ON s.state = o.purchase_state;

-- What the desks write. All of it is empty when a call starts.

CREATE TABLE scam_reports (
    id INTEGER PRIMARY KEY,
    phone TEXT NOT NULL,
    channel TEXT NOT NULL,
    claimed_brand TEXT NOT NULL,
    amount REAL,
    payment_requested TEXT NOT NULL,
    money_sent INTEGER NOT NULL,
    remote_access_given INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE returns (
    id INTEGER PRIMARY KEY,
    order_number TEXT NOT NULL,
    sku TEXT NOT NULL,
    reason TEXT NOT NULL,
    refund_cents INTEGER NOT NULL,
    restocking_fee_cents INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE delivery_changes (
    id INTEGER PRIMARY KEY,
    order_number TEXT NOT NULL,
    delivery_date TEXT NOT NULL,
    delivery_window TEXT,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE service_appointments (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL,
    sku TEXT,
    start TEXT NOT NULL,
    topic TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE membership_changes (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL,
    from_tier TEXT NOT NULL,
    to_tier TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE price_matches (
    id INTEGER PRIMARY KEY,
    order_number TEXT NOT NULL,
    sku TEXT NOT NULL,
    competitor TEXT NOT NULL,
    price_cents INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE escalations (
    id INTEGER PRIMARY KEY,
    phone TEXT NOT NULL,
    reason TEXT NOT NULL,
    summary TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);
