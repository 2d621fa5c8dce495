import { type Kysely, sql } from 'kysely'
import type { DB } from '#server/schema.gen.ts'
import type { Volume } from './volume.ts'

/** Documents of a twentieth of the brokers, and applications; one in thirty waits for a review. */
export async function addPapers(db: Kysely<DB>, { brokers }: Volume): Promise<void> {
  const documents = Math.round(brokers / 5)
  await sql`create temp table new_documents as
    with files as (insert into vault_files (key_id, storage_name, filename, media_type, bytes, sha256, attached_at)
      select (select min(id) from vault_keys), 'volume-' || n || '.age', 'Certificate ' || n || '.pdf', 'application/pdf', 100000 + n,
        sha256(n::text::bytea), now() from generate_series(1, ${documents}) n returning id)
    select row_number() over (order by id) as n, id as file_id from files`.execute(db)
  await sql`insert into documents (broker_id, document_type_id, version, file_id, status, expires_on, reason, uploaded_at, reviewed_at, render_state)
    select v.id, 1 + d.n % 4, 1, d.file_id, status, case when status = 'approved' then current_date + (d.n * 7919 % 900)::int - 60 end,
      case when status = 'rejected' then 'Pages are missing.' end, now() - make_interval(mins => (d.n * 5)::int),
      case when status <> 'pending' then now() - make_interval(mins => (d.n * 4)::int) end, 'done'
    from new_documents d join new_brokers v on v.n = 1 + d.n / 4,
      lateral (select case when d.n % 30 = 0 then 'pending' when d.n % 10 = 1 then 'rejected' else 'approved' end as status) w`.execute(
    db,
  )
  await sql`update documents d set search_text = document_search_text(broker_id, d.file_id, document_type_id)
    from new_documents n where n.file_id = d.file_id`.execute(db)
  await sql`drop table new_documents`.execute(db)
  await sql`insert into applications (status, first_name, last_name, email, phone, asic_number, membership, company, accepted_terms_at,
      submitted_at, decided_at, reason, created_at, region)
    select status, split_part(name, ' ', 1), split_part(name, ' ', 2), 'applicant.' || n || '@example.com', phone, lpad(n::text, 9, '0'), 'MFAA',
      company, at, at, case when status in ('approved', 'declined') then at + interval '1 day' end,
      case when status = 'declined' then 'The insurance has ended.' end, at, region
    from new_brokers, lateral (select now() - make_interval(hours => n * 3) as at,
      (array['submitted', 'in_review', 'info_requested', 'approved', 'approved', 'declined'])[1 + n % 6] as status) w
    where n <= ${Math.min(600, Math.round(brokers / 20))}`.execute(db)
}

/** Records that administrators see: microsites, audiences, suppressed numbers, scores, imports, members and the audit log. */
export async function addRecords(db: Kysely<DB>, { brokers, auditEntries }: Volume): Promise<void> {
  await sql`insert into microsites (title, slug, campaign_id, content, created_at)
    select title || ' ' || n, 'volume-' || n, campaign_id, content, now() - make_interval(days => n)
    from (select * from microsites order by id limit 1) m, generate_series(1, 40) n`.execute(db)
  await sql`insert into audiences (name, rules) select 'Audience ' || n, rules
    from (select rules from audiences order by id limit 1) a, generate_series(1, 40) n`.execute(db)
  await sql`insert into suppressions (phone, source, reason, created_at)
    select '+6149157' || lpad(n::text, 4, '0'), 'manual', 'Asked by email', now() - make_interval(hours => n)
    from generate_series(1000, ${1000 + Math.min(1000, Math.round(brokers / 20))}) n on conflict do nothing`.execute(
    db,
  )
  await sql`insert into broker_scores (month, broker_id, run_id, scorecard_id, overall, calculated_tier, tier, total_loans, default_rate,
      rework_rate, avg_credit_score, avg_lvr, avg_days, evidence_of, compliance, gates, adjusted, points, calculated_at)
    select month, v.id, run_id, scorecard_id, 30 + v.n * 7919 % 650 / 10.0, tier, tier, total_loans, default_rate, rework_rate,
      avg_credit_score, avg_lvr, avg_days, evidence_of, compliance, gates, adjusted, points, calculated_at
    from (select * from broker_scores order by month desc, id limit 1) s join new_brokers v on v.n <= ${Math.round(brokers / 5)}`.execute(
    db,
  )
  await sql`insert into users (email, name, first_name, last_name, role, email_verified)
    select 'member.' || n || '@lender.example', 'Member ' || n, 'Member', n::text, 'viewer', true from generate_series(1, 40) n`.execute(
    db,
  )
  await sql`with done as (insert into runs (kind, state, done, total, finished_at) select 'brokers.run-import', 'done', 100, 100, now()
      from generate_series(1, 40) returning id)
    insert into broker_imports (run_id, filename, columns, mapping, on_existing, rows, accepted, rejected, existing, created_at)
    select id, 'brokers ' || id || '.csv', '[]', '{}', 'skip', 100, 100, 0, 0, now() - make_interval(days => id) from done`.execute(
    db,
  )
  await sql`insert into audit_log (actor, action, subject_type, subject_id, before, after, at)
    select 'Member ' || n % 40, (array['broker.updated', 'campaign.updated', 'document.approved'])[1 + n % 3],
      (array['broker', 'campaign', 'document'])[1 + n % 3], n::text, '{"name": "Before"}', '{"name": "After"}', now() - make_interval(mins => n * 20)
    from generate_series(1, ${auditEntries}) n`.execute(db)
}

/** Tasks about what the other functions have added: three fifths of them are compliance reviews. */
export async function addTasks(db: Kysely<DB>, { findings, tasks }: Volume): Promise<void> {
  const add = (share: number, rows: ReturnType<typeof sql>) =>
    sql`insert into tasks (kind, dedupe_key, details, subject_type, subject_id, broker_id, phone, assigned_to, due_at, asked_at, created_at)
      select kind, kind || ':' || key, details, subject_type, subject_id, broker_id, phone,
        case when n % 3 = 0 then (select id from users where role = 'lender' order by id limit 1) end,
        now() + make_interval(mins => (n * 37 % 5000)::int - 3500), at, at
      from (select *, row_number() over (order by key) as n, now() - interval '1 hour' as at from (${rows}) r) made
      where n <= ${Math.round(tasks * share)}`.execute(db)
  await add(
    0.6,
    sql`select 'compliance_review' as kind, v.id::text as key, 'Found on a register of ASIC.' as details, null as subject_type,
      null::int as subject_id, v.id as broker_id, v.phone from new_brokers v where v.n <= ${findings}`,
  )
  await add(
    0.2,
    sql`select 'call_back' as kind, v.phone as key, 'Asked for a person during a call.' as details, null as subject_type,
      null::int as subject_id, v.id as broker_id, v.phone from new_brokers v where v.n > ${findings} and v.n <= ${findings + tasks}`,
  )
  await add(
    0.1,
    sql`select 'meeting_wanted' as kind, v.phone as key, 'Wants a meeting next week.' as details, null as subject_type,
      null::int as subject_id, v.id as broker_id, v.phone from new_brokers v where v.n > ${findings + tasks} and v.n <= ${findings + 2 * tasks}`,
  )
  await add(
    0.1,
    sql`select 'document_overdue' as kind, d.id::text as key, 'Waits for a review.' as details, 'document' as subject_type,
      d.id as subject_id, v.id as broker_id, v.phone from documents d join new_brokers v on v.id = d.broker_id
      where d.status = 'pending' and d.current`,
  )
}
