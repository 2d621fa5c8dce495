-- The number that a vendor's calls and messages go out from, chosen in Settings. Without a row the variable decides.
create table calling_numbers (
  vendor text primary key check (vendor in ('twilio', 'vapi')),
  -- the vendor's id of the number
  number_id text not null,
  -- E.164
  phone_number text not null,
  chosen_at timestamptz not null default clock_timestamp()
);
