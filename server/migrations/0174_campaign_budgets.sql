-- Limits of what the calls of a campaign may cost, in AUD. Decision 073.
alter table campaigns add column budget numeric(10, 2) check (budget > 0);
-- when four fifths of the budget were used; null again once it is raised above that
alter table campaigns add column budget_warned_at timestamptz;
-- since when it is paused because of the budget
alter table campaigns add column budget_stopped_at timestamptz;

-- what a started minute of a call costs, for calls that the vendor has not priced in a currency known here
alter table organisation add column call_minute_price numeric(8, 4) check (call_minute_price > 0);
-- what a US dollar costs
alter table organisation add column aud_per_usd numeric(8, 4) check (aud_per_usd > 0);

-- serves: what the calls of a campaign have cost, from the index alone
create index calls_spend on calls (campaign_id, simulated) include (finished_at, call_start_time, outcome, duration, cost, cost_currency)
  where not test;
