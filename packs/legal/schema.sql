-- Lindgren and Moss. What a call may write stands at the end; appointments also hold what was booked before it.

CREATE TABLE offices (
  office TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  state TEXT NOT NULL,
  address TEXT NOT NULL,
  hours TEXT NOT NULL,
  parking TEXT NOT NULL
);

-- ISO weekdays, 1 to 7; a day without a row is a closed one.
CREATE TABLE office_hours (
  office TEXT NOT NULL REFERENCES offices,
  weekday INTEGER NOT NULL,
  opens TEXT NOT NULL,
  closes TEXT NOT NULL,
  PRIMARY KEY (office, weekday)
);

CREATE TABLE holidays (
  day TEXT PRIMARY KEY,
  name TEXT NOT NULL
);

CREATE TABLE attorneys (
  attorney_id TEXT PRIMARY KEY,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  office TEXT NOT NULL REFERENCES offices
);

-- Where an attorney may act; the office that somebody works in says nothing about it.
CREATE TABLE licenses (
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  state TEXT NOT NULL,
  PRIMARY KEY (attorney_id, state)
);

CREATE TABLE areas (
  practice_area TEXT PRIMARY KEY,
  taken INTEGER NOT NULL
);

CREATE TABLE practice (
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  practice_area TEXT NOT NULL REFERENCES areas,
  PRIMARY KEY (attorney_id, practice_area)
);

CREATE TABLE fee_schedule (
  practice_area TEXT PRIMARY KEY REFERENCES areas,
  consult_cents INTEGER NOT NULL,
  consult_minutes INTEGER NOT NULL,
  after_that TEXT NOT NULL
);

CREATE TABLE bar_lines (
  state TEXT PRIMARY KEY,
  line TEXT NOT NULL,
  phone TEXT NOT NULL,
  words TEXT NOT NULL
);

-- What a refusal may be said as.
CREATE TABLE refusals (
  error_code TEXT PRIMARY KEY,
  words TEXT NOT NULL
);

CREATE TABLE danger_words (
  danger TEXT PRIMARY KEY,
  words TEXT NOT NULL
);

CREATE TABLE status_words (
  status TEXT PRIMARY KEY,
  words TEXT NOT NULL
);

-- What each kind of charge may be said to be: the words are approved, and no others are.
CREATE TABLE charge_words (
  kind TEXT PRIMARY KEY,
  words TEXT NOT NULL
);

-- A company has no date of birth; its officers are contacts.
CREATE TABLE clients (
  client_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('person', 'company')),
  name TEXT NOT NULL,
  date_of_birth TEXT,
  phone TEXT NOT NULL,
  email TEXT NOT NULL,
  pin TEXT,
  trust_cents INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE contacts (
  client_id TEXT NOT NULL REFERENCES clients,
  contact_name TEXT NOT NULL,
  relation TEXT NOT NULL,
  scope TEXT NOT NULL CHECK (scope IN ('all', 'calendar', 'billing')),
  PRIMARY KEY (client_id, contact_name)
);

CREATE TABLE matters (
  matter_id TEXT PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  caption TEXT NOT NULL,
  practice_area TEXT NOT NULL REFERENCES areas,
  state TEXT NOT NULL,
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  status TEXT NOT NULL REFERENCES status_words,
  opened TEXT NOT NULL,
  closed TEXT
);

-- Everybody that the firm's books know from a matter, by the side they stand on; a former name is a row of its own.
CREATE TABLE others (
  matter_id TEXT NOT NULL REFERENCES matters,
  name TEXT NOT NULL,
  side TEXT NOT NULL CHECK (side IN ('adverse', 'related')),
  PRIMARY KEY (matter_id, name)
);

-- Files that the attorney keeps from being copied for now; the reason is never told.
CREATE TABLE holds (
  matter_id TEXT PRIMARY KEY REFERENCES matters,
  reason TEXT NOT NULL
);

CREATE TABLE documents (
  document_id TEXT PRIMARY KEY,
  matter_id TEXT NOT NULL REFERENCES matters,
  title TEXT NOT NULL,
  dated TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'ready', 'signed', 'filed')),
  signer TEXT NOT NULL CHECK (signer IN ('client', 'other'))
);

-- Ids begin at 901, so that a court date is never taken for an appointment.
CREATE TABLE court_dates (
  id INTEGER PRIMARY KEY,
  matter_id TEXT NOT NULL REFERENCES matters,
  hearing TEXT NOT NULL,
  start TEXT NOT NULL,
  place TEXT NOT NULL
);

CREATE TABLE copy_fees (
  contents TEXT NOT NULL,
  delivery TEXT NOT NULL CHECK (delivery IN ('portal', 'mail', 'pickup')),
  fee_cents INTEGER NOT NULL,
  ready_days INTEGER NOT NULL,
  PRIMARY KEY (contents, delivery)
);

CREATE TABLE invoices (
  invoice_number TEXT PRIMARY KEY,
  matter_id TEXT NOT NULL REFERENCES matters,
  dated TEXT NOT NULL,
  with_agency INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE invoice_lines (
  invoice_number TEXT NOT NULL REFERENCES invoices,
  line INTEGER NOT NULL,
  kind TEXT NOT NULL REFERENCES charge_words,
  amount_cents INTEGER NOT NULL,
  PRIMARY KEY (invoice_number, line)
);

-- Who has had a late fee taken off within the last twelve months.
CREATE TABLE past_waivers (
  client_id TEXT PRIMARY KEY REFERENCES clients,
  day TEXT NOT NULL
);

CREATE TABLE vouchers (
  voucher TEXT PRIMARY KEY,
  practice_area TEXT NOT NULL REFERENCES areas,
  good_through TEXT NOT NULL,
  used INTEGER NOT NULL DEFAULT 0
);

-- Names that conflicts counsel is looking at already; the outcome is not kept where a desk could read it.
CREATE TABLE open_reviews (
  review_number TEXT PRIMARY KEY,
  answer_by TEXT NOT NULL
);

CREATE TABLE teams (
  reason TEXT PRIMARY KEY,
  team TEXT NOT NULL,
  opens TEXT NOT NULL,
  closes TEXT NOT NULL,
  waiting INTEGER NOT NULL,
  minutes_each INTEGER NOT NULL
);

CREATE TABLE duty (
  situation TEXT NOT NULL,
  state TEXT NOT NULL,
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  minutes INTEGER NOT NULL,
  PRIMARY KEY (situation, state)
);

-- Times that may be offered; whether one is still free follows from the appointments.
CREATE TABLE slots (
  slot_id TEXT PRIMARY KEY,
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  in_office INTEGER NOT NULL,
  start TEXT NOT NULL,
  "end" TEXT NOT NULL
);

CREATE TABLE conflict_checks (
  id INTEGER PRIMARY KEY,
  client_name TEXT NOT NULL,
  former_name TEXT,
  company TEXT,
  opposing_name TEXT,
  outcome TEXT NOT NULL CHECK (outcome IN ('clear', 'review')),
  created_at TEXT NOT NULL
);

CREATE TABLE conflict_reviews (
  id INTEGER PRIMARY KEY,
  check_id INTEGER NOT NULL REFERENCES conflict_checks,
  phone TEXT NOT NULL,
  due_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE inquiries (
  id INTEGER PRIMARY KEY,
  check_id INTEGER NOT NULL REFERENCES conflict_checks,
  practice_area TEXT NOT NULL REFERENCES areas,
  state TEXT NOT NULL,
  summary TEXT NOT NULL,
  court_date TEXT,
  urgency TEXT NOT NULL CHECK (urgency IN ('urgent', 'routine')),
  phone TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

-- A consultation of somebody who is no client yet has a name in place of a client.
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY,
  client_id TEXT REFERENCES clients,
  caller_name TEXT,
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  office TEXT NOT NULL REFERENCES offices,
  kind TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('in_person', 'phone', 'video')),
  start TEXT NOT NULL,
  "end" TEXT NOT NULL,
  fee_cents INTEGER NOT NULL,
  fee_status TEXT NOT NULL CHECK (fee_status IN ('none', 'open', 'link_sent', 'waived', 'paid')),
  status TEXT NOT NULL CHECK (status IN ('held', 'confirmed', 'released', 'cancelled')),
  created_at TEXT NOT NULL
);

CREATE TABLE fee_links (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('consultation', 'invoice')),
  reference TEXT NOT NULL,
  amount_cents INTEGER NOT NULL,
  phone TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE fee_waivers (
  id INTEGER PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('consultation', 'late_fee')),
  reference TEXT NOT NULL,
  ground TEXT NOT NULL,
  voucher TEXT,
  amount_cents INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

-- Fees that a caller has heard and agreed to.
CREATE TABLE fees (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  kind TEXT NOT NULL CHECK (kind IN ('late_move', 'late_cancel', 'copies', 'plan_setup')),
  amount_cents INTEGER NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE contact_changes (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  phone TEXT,
  email TEXT,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE messages (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  matter_id TEXT NOT NULL REFERENCES matters,
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  message TEXT NOT NULL,
  phone TEXT NOT NULL,
  urgency TEXT NOT NULL CHECK (urgency IN ('same_day', 'routine')),
  due_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE signature_requests (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  document_id TEXT NOT NULL REFERENCES documents,
  email TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE received_papers (
  id INTEGER PRIMARY KEY,
  matter_id TEXT NOT NULL REFERENCES matters,
  paper TEXT NOT NULL,
  received_on TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE copy_orders (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  matter_id TEXT NOT NULL REFERENCES matters,
  contents TEXT NOT NULL,
  delivery TEXT NOT NULL,
  ready_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE payment_plans (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  invoice_number TEXT NOT NULL REFERENCES invoices,
  months INTEGER NOT NULL,
  monthly_cents INTEGER NOT NULL,
  first_due TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE disputes (
  id INTEGER PRIMARY KEY,
  client_id TEXT NOT NULL REFERENCES clients,
  invoice_number TEXT NOT NULL REFERENCES invoices,
  line INTEGER NOT NULL,
  reason TEXT NOT NULL,
  due_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE callbacks (
  id INTEGER PRIMARY KEY,
  client_id TEXT REFERENCES clients,
  topic TEXT NOT NULL,
  phone TEXT NOT NULL,
  due_by TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE staff_line (
  id INTEGER PRIMARY KEY,
  client_id TEXT REFERENCES clients,
  reason TEXT NOT NULL REFERENCES teams,
  position INTEGER NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE voicemails (
  id INTEGER PRIMARY KEY,
  client_id TEXT REFERENCES clients,
  reason TEXT NOT NULL REFERENCES teams,
  message TEXT NOT NULL,
  phone TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE pages (
  id INTEGER PRIMARY KEY,
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  caller_name TEXT NOT NULL,
  situation TEXT NOT NULL,
  state TEXT NOT NULL,
  phone TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE outside_messages (
  id INTEGER PRIMARY KEY,
  attorney_id TEXT NOT NULL REFERENCES attorneys,
  caller_name TEXT NOT NULL,
  message TEXT NOT NULL,
  phone TEXT NOT NULL,
  status TEXT NOT NULL,
  created_at TEXT NOT NULL
);

-- Every name that a conflict check goes by; clients whose matters are closed are clients still.
CREATE VIEW parties AS
SELECT name, 'client' AS side FROM clients
UNION ALL SELECT name, side FROM others;

CREATE VIEW on_call AS
SELECT d.situation, d.state, d.attorney_id, a.first_name || ' ' || a.last_name AS attorney, d.minutes
FROM duty d JOIN attorneys a USING (attorney_id);

-- An invoice with what is left to pay: its lines, less a late fee that was waived.
CREATE VIEW bills AS
SELECT i.invoice_number, m.client_id, i.matter_id, i.dated, i.with_agency,
  (SELECT COALESCE(SUM(l.amount_cents), 0) FROM invoice_lines l WHERE l.invoice_number = i.invoice_number)
  - (SELECT COALESCE(SUM(w.amount_cents), 0) FROM fee_waivers w
     WHERE w.kind = 'late_fee' AND w.reference = i.invoice_number) AS left_cents
FROM invoices i JOIN matters m USING (matter_id);

-- Appointments of clients that stand.
CREATE VIEW coming AS
SELECT p.id, p.client_id, p.attorney_id, a.first_name || ' ' || a.last_name AS attorney, p.office, p.kind, p.mode,
  p.start, p."end"
FROM appointments p JOIN attorneys a USING (attorney_id)
WHERE p.status = 'confirmed' AND p.client_id IS NOT NULL;

-- Slots that no appointment of the attorney's overlaps.
CREATE VIEW free_slots AS
SELECT s.slot_id, s.attorney_id, a.first_name || ' ' || a.last_name AS attorney, a.office, s.in_office, s.start, s."end"
FROM slots s JOIN attorneys a USING (attorney_id)
WHERE NOT EXISTS (
  SELECT 1 FROM appointments p WHERE p.attorney_id = s.attorney_id AND p.status IN ('held', 'confirmed')
    AND p.start < s."end" AND p."end" > s.start
);
