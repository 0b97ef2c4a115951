-- What the firm knows. No tool writes to these.

CREATE TABLE customers (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    phone TEXT NOT NULL,
    email TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    card_last4 TEXT NOT NULL,
    tier TEXT NOT NULL CHECK (tier IN ('standard', 'plus', 'pro')),
    membership_start TEXT,
    security_hold TEXT
);

-- People whom the owner of a record lets act on it, until a day.
CREATE TABLE authorized_people (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    name TEXT NOT NULL,
    ends_on TEXT NOT NULL
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

-- How an order that has not arrived travels, and where to.
CREATE TABLE shipments (
    order_number TEXT PRIMARY KEY REFERENCES orders (order_number),
    method TEXT NOT NULL CHECK (method IN ('parcel', 'crew')),
    stage TEXT NOT NULL CHECK (stage IN ('preparing', 'scheduled', 'with_carrier', 'out_for_delivery')),
    street TEXT NOT NULL,
    postal_code TEXT NOT NULL,
    gift_recipient TEXT,
    review_hold INTEGER NOT NULL
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

-- Where we go: an area has its own crews, days and stores.
CREATE TABLE regions (zip3 TEXT PRIMARY KEY, area TEXT NOT NULL, state TEXT NOT NULL);

CREATE TABLE delivery_slots (
    area TEXT NOT NULL,
    day TEXT NOT NULL,
    delivery_window TEXT NOT NULL,
    PRIMARY KEY (area, day, delivery_window)
);

CREATE TABLE service_slots (
    area TEXT NOT NULL,
    visit TEXT NOT NULL,
    start TEXT NOT NULL,
    PRIMARY KEY (area, visit, start)
);

-- What a service costs at each tier.
CREATE TABLE fees (
    service TEXT NOT NULL,
    tier TEXT NOT NULL,
    cents INTEGER NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (service, tier)
);

-- What can be had in an exchange.
CREATE TABLE products (
    sku TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    category TEXT NOT NULL,
    price_cents INTEGER NOT NULL,
    in_stock INTEGER NOT NULL
);

-- Warranty by category, and where TechCrew mends it; no visit where it does not.
CREATE TABLE coverage_terms (category TEXT PRIMARY KEY, warranty_months INTEGER NOT NULL, visit TEXT);

CREATE TABLE protection_plans (
    order_number TEXT NOT NULL,
    sku TEXT NOT NULL,
    plan TEXT NOT NULL,
    ends_on TEXT NOT NULL,
    accidents INTEGER NOT NULL,
    PRIMARY KEY (order_number, sku),
    FOREIGN KEY (order_number, sku) REFERENCES items (order_number, sku)
);

CREATE TABLE symptoms (
    symptom TEXT PRIMARY KEY,
    danger INTEGER NOT NULL,
    accident INTEGER NOT NULL,
    advice TEXT NOT NULL
);

-- TechCrew's appointments of before the call.
CREATE TABLE booked_visits (
    reference TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customers (id),
    order_number TEXT NOT NULL,
    sku TEXT NOT NULL,
    visit TEXT NOT NULL,
    start TEXT NOT NULL,
    topic TEXT NOT NULL,
    fee_cents INTEGER NOT NULL,
    FOREIGN KEY (order_number, sku) REFERENCES items (order_number, sku)
);

CREATE TABLE recalls (sku TEXT PRIMARY KEY, danger TEXT NOT NULL, advice TEXT NOT NULL);

CREATE TABLE tiers (tier TEXT PRIMARY KEY, yearly_cents INTEGER NOT NULL, benefits TEXT NOT NULL);

-- Leaving a paid tier early, by state; 'any' where a state has no rule of its own.
CREATE TABLE leaving_rules (state TEXT PRIMARY KEY, grace_days INTEGER NOT NULL, early_fee_cents INTEGER NOT NULL);

CREATE TABLE price_match_terms (tier TEXT PRIMARY KEY, days INTEGER NOT NULL);

CREATE TABLE competitors (name TEXT PRIMARY KEY, matched INTEGER NOT NULL, reason TEXT NOT NULL);

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
    exchange_sku TEXT,
    due_cents INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE delivery_changes (
    id INTEGER PRIMARY KEY,
    order_number TEXT NOT NULL,
    change TEXT NOT NULL,
    delivery_date TEXT,
    delivery_window TEXT,
    street TEXT,
    postal_code TEXT,
    fee_cents INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

-- One row for each booking, move or cancellation that a call makes; the last of a reference holds.
CREATE TABLE service_appointments (
    id INTEGER PRIMARY KEY,
    reference TEXT NOT NULL,
    customer_id INTEGER NOT NULL,
    order_number TEXT NOT NULL,
    sku TEXT NOT NULL,
    visit TEXT NOT NULL,
    start TEXT NOT NULL,
    topic TEXT NOT NULL,
    fee_cents INTEGER NOT NULL,
    late_fee_cents INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

-- Appointments as they stand: what was booked before the call, and what the call has made of it.
CREATE VIEW appointments AS
SELECT reference, customer_id, order_number, sku, visit, start, topic, fee_cents, status
FROM service_appointments AS s
WHERE id = (SELECT max(id) FROM service_appointments WHERE reference = s.reference) AND status <> 'cancelled'
UNION ALL
SELECT reference, customer_id, order_number, sku, visit, start, topic, fee_cents, 'booked'
FROM booked_visits
WHERE reference NOT IN (SELECT reference FROM service_appointments);

CREATE TABLE membership_changes (
    id INTEGER PRIMARY KEY,
    customer_id INTEGER NOT NULL,
    from_tier TEXT NOT NULL,
    to_tier TEXT NOT NULL,
    effective_on TEXT NOT NULL,
    charge_cents INTEGER NOT NULL,
    fee_cents INTEGER NOT NULL,
    refund_cents INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE price_matches (
    id INTEGER PRIMARY KEY,
    order_number TEXT NOT NULL,
    sku TEXT NOT NULL,
    competitor TEXT NOT NULL,
    price_cents INTEGER NOT NULL,
    refund_cents INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);

CREATE TABLE escalations (
    id INTEGER PRIMARY KEY,
    phone TEXT NOT NULL,
    reason TEXT NOT NULL,
    topic TEXT,
    anyone_hurt INTEGER,
    summary TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at TEXT NOT NULL
);
