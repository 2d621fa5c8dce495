-- serves: whose visits the counts are, when a broker is merged or deleted; single visits may be gone by then
create index visit_rollups_brokers on visit_rollups (value)
  where dimension = 'broker' and days = 1 and microsite_id is not null and value <> '';
