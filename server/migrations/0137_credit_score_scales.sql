-- The scale of credit scores is a setting. Loans, files of loans, scorecards and runs keep the scale of their own figures,
-- so that a later setting does not change their meaning. Decision 017.
alter table organisation add column credit_score_scale text not null default 'equifax'
  check (credit_score_scale in ('equifax', 'experian_illion'));
alter table loan_imports add column credit_score_scale text not null default 'equifax'
  check (credit_score_scale in ('equifax', 'experian_illion'));
alter table loans add column credit_score_scale text not null default 'equifax'
  check (credit_score_scale in ('equifax', 'experian_illion'));
alter table scorecards add column credit_score_scale text not null default 'equifax'
  check (credit_score_scale in ('equifax', 'experian_illion'));
alter table score_runs add column credit_score_scale text not null default 'equifax'
  check (credit_score_scale in ('equifax', 'experian_illion'));
