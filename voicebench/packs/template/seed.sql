-- Two callers who are easily mistaken for each other, and a Wednesday that is full.
INSERT INTO repairs VALUES (1, '312-555-0141', 'tune_up', '2026-05-06', 'booked', '2026-05-01T11:20');
INSERT INTO repairs VALUES (2, '312-555-0114', 'brakes', '2026-05-06', 'booked', '2026-05-01T15:45');
INSERT INTO repairs VALUES (3, '312-555-0177', 'flat', '2026-05-06', 'booked', '2026-05-02T10:05');
INSERT INTO repairs VALUES (4, '312-555-0141', 'flat', '2026-05-12', 'booked', '2026-05-02T10:30');
