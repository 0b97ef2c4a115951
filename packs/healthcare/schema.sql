-- Straus Dermatology. What a call may write stands at the end; only a first visit adds a row to patients as well.

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

-- Policy that hangs on the office, or on the state that it lies in.
CREATE TABLE office_rules (
  location_id TEXT PRIMARY KEY REFERENCES locations,
  state TEXT NOT NULL,
  waitlist_spots INTEGER NOT NULL,
  consult_deposit_cents INTEGER NOT NULL
);

-- ISO weekdays, 1 to 7; a day without a row is a closed one.
CREATE TABLE office_hours (
  location_id TEXT NOT NULL REFERENCES locations,
  weekday INTEGER NOT NULL,
  opens TEXT NOT NULL,
  closes TEXT NOT NULL,
  PRIMARY KEY (location_id, weekday)
);

CREATE TABLE holidays (
  day TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

-- The fee for cancelling with less than a day's notice.
CREATE TABLE late_cancel_fees (
  location_id TEXT NOT NULL REFERENCES locations,
  appointment_type_code TEXT NOT NULL REFERENCES appointment_types,
  fee_cents INTEGER NOT NULL,
  PRIMARY KEY (location_id, appointment_type_code)
);

CREATE TABLE record_fees (
  state TEXT NOT NULL,
  delivery TEXT NOT NULL CHECK (delivery IN ('portal', 'mail', 'pickup')),
  fee_cents INTEGER NOT NULL,
  ready_days INTEGER NOT NULL,
  PRIMARY KEY (state, delivery)
);

-- Who else may speak for a patient, and on what: all, or one area alone.
CREATE TABLE proxies (
  patient_id TEXT NOT NULL REFERENCES patients,
  proxy_name TEXT NOT NULL,
  relation TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('all', 'scheduling', 'billing')),
  PRIMARY KEY (patient_id, proxy_name)
);

CREATE TABLE plans (
  plan_name TEXT PRIMARY KEY,
  carrier TEXT NOT NULL,
  needs_referral INTEGER NOT NULL,
  bars_missed_fees INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE accepted_plans (
  plan_name TEXT NOT NULL REFERENCES plans,
  location_id TEXT NOT NULL REFERENCES locations,
  PRIMARY KEY (plan_name, location_id)
);

CREATE TABLE benefits (
  patient_id TEXT PRIMARY KEY REFERENCES patients,
  copay_cents INTEGER NOT NULL,
  deductible_left_cents INTEGER NOT NULL,
  coinsurance_percent INTEGER NOT NULL
);

-- What the practice may charge for a service: to a plan, and to somebody without one.
CREATE TABLE service_rates (
  service TEXT NOT NULL,
  state TEXT NOT NULL,
  allowed_cents INTEGER NOT NULL,
  self_pay_cents INTEGER NOT NULL,
  copay_only INTEGER NOT NULL,
  PRIMARY KEY (service, state)
);

CREATE TABLE authorizations (
  reference_code TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  kind TEXT NOT NULL CHECK (kind IN ('referral', 'prior_authorization')),
  subject TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('approved', 'pending', 'denied', 'expired')),
  valid_through TEXT,
  visits_left INTEGER
);

-- Which test a clinician has ordered; allergy tests are booked on an order alone.
CREATE TABLE test_orders (
  patient_id TEXT NOT NULL REFERENCES patients,
  appointment_type_code TEXT NOT NULL REFERENCES appointment_types,
  PRIMARY KEY (patient_id, appointment_type_code)
);

CREATE TABLE cosmetic_prices (
  service TEXT NOT NULL,
  location_id TEXT NOT NULL REFERENCES locations,
  from_cents INTEGER NOT NULL,
  to_cents INTEGER NOT NULL,
  unit TEXT NOT NULL,
  PRIMARY KEY (service, location_id)
);

CREATE TABLE packages (
  package_id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  service TEXT NOT NULL,
  sessions_bought INTEGER NOT NULL,
  sessions_used INTEGER NOT NULL,
  expires TEXT NOT NULL
);

-- Patients whose chart a nurse has to look at before any cosmetic consult; the reason is never told.
CREATE TABLE cosmetic_reviews (
  patient_id TEXT PRIMARY KEY REFERENCES patients,
  reason TEXT NOT NULL
);

-- How soon a symptom has to be seen, and the words that may be said to it.
CREATE TABLE triage_rules (
  symptom TEXT PRIMARY KEY,
  level TEXT NOT NULL CHECK (level IN ('emergency', 'same_day', 'soon', 'routine')),
  words TEXT NOT NULL
);

-- After a procedure: the rule with the fewest days that still covers the day of the call.
CREATE TABLE aftercare_rules (
  concern TEXT NOT NULL,
  within_days INTEGER NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('emergency', 'same_day', 'soon', 'routine')),
  words TEXT NOT NULL,
  PRIMARY KEY (concern, within_days)
);

CREATE TABLE procedures (
  patient_id TEXT NOT NULL REFERENCES patients,
  procedure TEXT NOT NULL,
  day TEXT NOT NULL,
  PRIMARY KEY (patient_id, procedure, day)
);

CREATE TABLE prescriptions (
  prescription_id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  medication TEXT NOT NULL,
  controlled INTEGER NOT NULL DEFAULT 0,
  monthly_visit INTEGER NOT NULL DEFAULT 0,
  last_filled TEXT NOT NULL,
  supply_days INTEGER NOT NULL,
  pharmacy TEXT NOT NULL
);

CREATE TABLE lab_orders (
  lab_id TEXT PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  test TEXT NOT NULL,
  collected TEXT NOT NULL,
  status TEXT NOT NULL REFERENCES lab_words
);

CREATE TABLE lab_words (
  status TEXT PRIMARY KEY,
  words TEXT NOT NULL
);

-- Staff by what they are wanted for, and how long the wait for them is at the time of the call.
CREATE TABLE staff_teams (
  reason TEXT PRIMARY KEY,
  team TEXT NOT NULL,
  opens TEXT NOT NULL,
  closes TEXT NOT NULL,
  waiting INTEGER NOT NULL,
  minutes_each INTEGER NOT NULL
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

-- Fees that a caller has heard and agreed to.
CREATE TABLE fees (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  appointment_id INTEGER REFERENCES appointments,
  kind TEXT NOT NULL CHECK (kind IN ('late_cancel', 'consult_deposit', 'records')),
  amount_cents INTEGER NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE registrations (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  dob TEXT NOT NULL,
  phone TEXT NOT NULL,
  location_id TEXT NOT NULL REFERENCES locations,
  guardian_name TEXT,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE insurance_updates (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  carrier TEXT NOT NULL,
  plan_name TEXT NOT NULL REFERENCES plans,
  member_id TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE records_requests (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  contents TEXT NOT NULL,
  delivery TEXT NOT NULL,
  ready_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE portal_links (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  phone TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('activation', 'reset')),
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE nurse_messages (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  topic TEXT NOT NULL,
  message TEXT NOT NULL,
  phone TEXT NOT NULL,
  urgency TEXT NOT NULL CHECK (urgency IN ('same_day', 'routine')),
  due_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE refill_requests (
  id INTEGER PRIMARY KEY,
  patient_id TEXT NOT NULL REFERENCES patients,
  prescription_id TEXT NOT NULL REFERENCES prescriptions,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE staff_queue (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients,
  reason TEXT NOT NULL REFERENCES staff_teams,
  position INTEGER NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE voicemails (
  id INTEGER PRIMARY KEY,
  patient_id TEXT REFERENCES patients,
  reason TEXT NOT NULL REFERENCES staff_teams,
  message TEXT NOT NULL,
  phone TEXT NOT NULL,
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
