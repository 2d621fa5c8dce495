-- Calculations of scores become runs. Decision 035.
insert into runs (kind, key, state, input, cursor, done, total, started_by, started_at, touched_at, finished_at)
select 'scoring.calculate', month, case status when 'finished' then 'done' else status end,
  jsonb_build_object('month', month, 'reason', reason, 'scorecardId', scorecard_id,
    'creditScoreScale', credit_score_scale, 'formerId', id),
  jsonb_build_object('lastBrokerId', last_broker_id, 'priors', priors),
  done, total, started_by, started_at, touched_at, finished_at
from score_runs order by id;

alter table broker_scores drop constraint broker_scores_run_id_fkey;
update broker_scores s set run_id = r.id from runs r
where r.kind = 'scoring.calculate' and (r.input ->> 'formerId')::int = s.run_id;
alter table broker_scores add constraint broker_scores_run_id_fkey
  foreign key (run_id) references runs on delete restrict;
drop table score_runs;
