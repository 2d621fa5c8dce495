-- Each dimension of the figures is a table of its own: what a screen adds up lies side by side, not among the quarter of a
-- million rows by hour of each campaign and region. Decision 031.
do $move$
declare
  -- what returns rows of the table, or reads it as a view, is made anew as it is
  current text := pg_get_viewdef('current_figures'::regclass);
  recounted text := pg_get_functiondef('recounted_figures()'::regprocedure);
  differences text := pg_get_functiondef('figure_differences()'::regprocedure);
  dimension text;
begin
  drop view current_figures;
  drop function figure_differences();
  drop function recounted_figures();
  alter table figures rename to figures_before;
  alter index figures_key rename to figures_key_before;
  create table figures (like figures_before including defaults including constraints) partition by list (dimension);
  foreach dimension in array array['day', 'campaign', 'version', 'region', 'hour', 'slice', 'slice_hour', 'region_hour', 'cost'] loop
    -- rows of today are changed again and again
    execute format('create table partitions.%I partition of figures for values in (%L) with (fillfactor = 80, parallel_workers = 0)',
      'figures_' || dimension, dimension);
  end loop;
  insert into figures select * from figures_before f order by f.dimension, f.simulated, f.day, f.campaign_id, f.region;
  drop table figures_before;
  execute 'create view current_figures as ' || current;
  execute recounted;
  execute differences;
end $move$;

-- what a row is; serves: folding changes into it, and figures of days
create unique index figures_key on figures (dimension, simulated, day, campaign_id, version_id, region, hour, currency, line)
  nulls not distinct;
-- serves: figures of one campaign, and of a page of them
create index figures_campaign on figures (campaign_id, simulated, day) where campaign_id is not null;
-- serves: figures of one region
create index figures_region on figures (region, simulated, day) where region is not null;
-- serves: figures of a campaign's versions
create index figures_by_version on partitions.figures_version (version_id, simulated, day);
