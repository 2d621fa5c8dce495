-- Rules of calls with their dates: hours, caps, required words, recording. Decision 084.
create table calling_rules (
  id integer generated always as identity primary key,
  -- null: the draft
  version integer unique check (version > 0),
  rules jsonb not null,
  -- null: of the first version, always; of the draft, from its publication
  valid_from timestamptz,
  -- null: until a later version
  valid_to timestamptz,
  source text not null,
  note text not null default '',
  published_at timestamptz,
  published_by integer references users on delete set null,
  updated_at timestamptz not null default clock_timestamp(),
  check ((version is null) = (published_at is null)),
  check (valid_from < valid_to)
);
-- decides: one draft at a time
create unique index calling_rules_draft on calling_rules ((true)) where version is null;

insert into calling_rules (version, rules, valid_to, source, note, published_at) values (1,
  '{"weekday": {"from": "09:00", "to": "20:00"}, "saturday": {"from": "09:00", "to": "17:00"}, "dialsPerCampaign": 3,
    "dialsPerNumber": 3, "capDays": 30, "coolingOffDays": 1, "words": [], "recording": "announced"}',
  '2027-04-01 00:00 Australia/Sydney',
  'Telecommunications (Telemarketing and Research Calls) Industry Standard 2017 (F2017L00323)',
  'As delivered. The Standard ends on 1 April 2027: publish the rules that follow it before.',
  clock_timestamp());
