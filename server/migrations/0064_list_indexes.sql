-- What lists are sorted and filtered by is answered from an index, however many rows there are.
-- serves: calls by what they are sorted or filtered by, the rare values too
create index calls_by_status on calls (ended_status, id) where not test;
create index calls_by_outcome on calls (outcome, id) where not test;
create index calls_by_response on calls (ended_response, id) where not test;
create index calls_by_duration on calls ((coalesce(duration, -1)), id) where not test;
create index calls_by_region on calls (region, id) where not test;
-- serves: test calls alone
create index calls_of_tests on calls (created_at desc, id desc) where test;
-- serves: the directory by company and by region
create index brokers_by_company on brokers ((lower(coalesce(company, ''))), id);
create index brokers_by_region on brokers ((coalesce(region, '')), id);
-- serves: brokers and campaigns of calls, by name
create index campaigns_name on campaigns (lower(name), id);
-- serves: a campaign's calls, newest first, wherever they lie in time
create index calls_of_campaign on calls (campaign_id, created_at desc, id desc) where not test;
