-- Straus Dermatology. Only appointments, waitlist and callbacks are ever written during a call.

CREATE TABLE locations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  zip TEXT NOT NULL,
  offers_cosmetic INTEGER NOT NULL,
  address TEXT NOT NULL,
  floor TEXT NOT NULL,
  suite TEXT NOT NULL,
  hours TEXT NOT NULL,
  services TEXT NOT NULL,
  transit TEXT NOT NULL,
  parking TEXT NOT NULL
);

CREATE TABLE providers (
  provider_id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  credentials TEXT NOT NULL
);

CREATE TABLE appointment_types (
  code TEXT PRIMARY KEY,
  description TEXT NOT NULL
);

-- Which kinds of visit a clinician sees; a slot of theirs takes these and no others.
CREATE TABLE provider_types (
  provider_id TEXT NOT NULL REFERENCES providers,
  code TEXT NOT NULL REFERENCES appointment_types,
  PRIMARY KEY (provider_id, code)
);

CREATE TABLE patients (
  patient_id TEXT PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  dob TEXT NOT NULL,
  mobile_e164 TEXT NOT NULL,
  zip TEXT NOT NULL,
  language TEXT NOT NULL DEFAULT 'en',
  home_location_id TEXT NOT NULL REFERENCES locations,
  portal_active INTEGER NOT NULL DEFAULT 0,
  in_collections INTEGER NOT NULL DEFAULT 0,
  UNIQUE (first_name, last_name, dob)
);

CREATE TABLE insurance (
  patient_id TEXT PRIMARY KEY REFERENCES patients,
  carrier TEXT NOT NULL,
  plan_name TEXT NOT NULL,
  member_id_last4 TEXT NOT NULL
);

CREATE TABLE chart_notes (
  patient_id TEXT NOT NULL REFERENCES patients,
  kind TEXT NOT NULL CHECK (kind IN ('open_order', 'clinical_flag')),
  words TEXT NOT NULL
);

-- What each kind of charge may be said to be: the words are approved, and no others are.
CREATE TABLE charge_scripts (
  kind TEXT PRIMARY KEY,
  script TEXT NOT NULL
);

-- What a refusal may be said as.
CREATE TABLE refusals (
  error_code TEXT PRIMARY KEY,
  words TEXT NOT NULL
);

-- Open charges. An id is a patient's own: another patient may have one of the same name.
CREATE TABLE line_items (
  patient_id TEXT NOT NULL REFERENCES patients,
  line_item_id TEXT NOT NULL,
  kind TEXT NOT NULL REFERENCES charge_scripts,
  description TEXT NOT NULL,
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (patient_id, line_item_id)
);

-- Times that may be offered; whether one is still free follows from the appointments.
CREATE TABLE slots (
  slot_id TEXT PRIMARY KEY,
  location_id TEXT NOT NULL REFERENCES locations,
  provider_id TEXT NOT NULL REFERENCES providers,
  start TEXT NOT NULL,
  "end" TEXT NOT NULL
);

CREATE TABLE appointments (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  location_id TEXT NOT NULL REFERENCES locations,
  provider_id TEXT NOT NULL REFERENCES providers,
  appointment_type_code TEXT NOT NULL REFERENCES appointment_types,
  start TEXT NOT NULL,
  "end" TEXT NOT NULL,
  description TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('booked', 'completed', 'no_show', 'cancelled')),
  created_at TEXT NOT NULL
);

CREATE TABLE waitlist (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  appointment_id INTEGER NOT NULL REFERENCES appointments,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE callbacks (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients,
  phone TEXT NOT NULL,
  topic TEXT NOT NULL,
  due_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

-- A chart at a glance, with what is owed on it.
CREATE VIEW charts AS
SELECT p.*, p.first_name || ' ' || p.last_name AS name, l.name AS home_office,
  (SELECT COALESCE(SUM(amount_cents), 0) FROM line_items i WHERE i.patient_id = p.patient_id) AS balance_cents
FROM patients p JOIN locations l ON l.id = p.home_location_id;

CREATE VIEW explained AS
SELECT i.patient_id, i.line_item_id, c.script AS approved_script
FROM line_items i JOIN charge_scripts c USING (kind);

CREATE VIEW booked AS SELECT * FROM appointments WHERE status = 'booked';

-- Slots that no booked visit of the clinician's overlaps.
CREATE VIEW free_slots AS
SELECT s.slot_id, s.location_id, l.name AS location, s.provider_id, p.name AS provider, s.start, s."end"
FROM slots s JOIN locations l ON l.id = s.location_id JOIN providers p ON p.provider_id = s.provider_id
WHERE NOT EXISTS (
  SELECT 1 FROM booked b WHERE b.provider_id = s.provider_id AND b.start < s."end" AND b."end" > s.start
);
