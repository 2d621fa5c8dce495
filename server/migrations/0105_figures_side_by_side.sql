-- Figures of campaigns that call for weeks, in every region: what screens read of them is few rows, side by side. Decision 031.

-- What days, campaigns and regions cost stands in their own rows, one for each currency; `cost` is left for a campaign in a region.
create or replace function dimensions_of(text, date, integer, integer, text, smallint, text, text)
returns table (dimension text, day date, campaign_id integer, version_id integer, region text, hour smallint, currency text,
  line text)
language sql stable begin atomic
  select 'day', $2, null::int, null::int, null::text, null::smallint, $7, null::text
  union all select 'campaign', $2, $3, null, null, null, $7, null where $1 <> 'broker'
  union all select 'version', $2, $3, $4, null, null, null, null where $1 in ('call', 'meeting', 'application')
  union all select 'region', $2, null, null, $5, null, $7, null where $1 <> 'broker'
  union all select 'hour', $2, null, null, null, $6, null, null where $1 = 'call'
  -- what is asked of one campaign or one region alone
  union all select 'slice', $2, $3, $4, $5, null, null, null where $1 <> 'broker'
  union all select 'slice_hour', $2, $3, null, $5, $6, null, null where $1 = 'call'
  union all select 'region_hour', $2, null, null, $5, $6, null, $8 where $1 = 'call'
  union all select 'cost', $2, $3, null, $5, null, $7, null where $7 is not null;
end;

-- with the dimension before the days, or a campaign's few rows by day lie among its thousand by hour and region
drop index figures_campaign;
-- serves: figures of one campaign, and of a page of them
create index figures_campaign on figures (campaign_id, dimension, simulated, day) where campaign_id is not null;
drop index figures_region;
-- serves: figures of one region
create index figures_region on figures (region, dimension, simulated, day) where region is not null;

-- What is counted already moves to its currency, out of what the rows without one held: `cost` knows all of it.
do $move$
declare
  measures text[] := (select array_agg(attname::text order by attnum) from pg_attribute
    where attrelid = 'figure_changes'::regclass and attnum > 0
      and attname not in ('id', 'kind', 'simulated', 'day', 'campaign_id', 'version_id', 'region', 'hour', 'currency', 'line'));
  names text := (select string_agg(format('%I', m), ', ') from unnest(measures) m);
  signed text := (select string_agg(format('sum(d.sign * f.%I)', m), ', ') from unnest(measures) m);
  added text := (select string_agg(format('%1$I = figures.%1$I + excluded.%1$I', m), ', ') from unnest(measures) m);
begin
  execute format($f$
    insert into figures (dimension, simulated, day, campaign_id, region, currency, %1$s)
    select d.dimension, f.simulated, f.day, d.campaign_id, d.region, d.currency, %2$s
    from figures f, lateral (values
      ('day', null::int, null::text, f.currency, 1), ('day', null, null, null, -1),
      ('campaign', f.campaign_id, null, f.currency, 1), ('campaign', f.campaign_id, null, null, -1),
      ('region', null, f.region, f.currency, 1), ('region', null, f.region, null, -1)
    ) d (dimension, campaign_id, region, currency, sign)
    where f.dimension = 'cost'
    group by d.dimension, f.simulated, f.day, d.campaign_id, d.region, d.currency
    on conflict (dimension, simulated, day, campaign_id, version_id, region, hour, currency, line) do update set %3$s
  $f$, names, signed, added);
end $move$;
