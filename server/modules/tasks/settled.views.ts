// The reason why a task is settled, as SQL over the task `o`: a sentence, or null while it is not.

import { type RawBuilder, sql } from 'kysely'
import { type TaskKind, taskKinds } from '#contract/tasks/task-kinds.ts'

const OPTED_OUT = sql`exists (select from suppressions s
  where s.phone = o.phone and s.ended_at is null and s.source <> 'unclear'
    and coalesce(s.asked_again_at, s.created_at) > o.asked_at)`

const REACHED = sql`exists (select from calls c where c.outcome = 'human' and c.created_at > o.asked_at
  and (c.to_number = o.phone or c.broker_id = o.broker_id))`

const HANDED_OFF = sql`exists (select from hand_offs h join calls c on c.id = h.call_id
  where h.state = 'accepted' and h.ended_at > o.asked_at and (c.to_number = o.phone or c.broker_id = o.broker_id))`

const BOOKED = sql`exists (select from bookings b where b.status in ('booked', 'held') and b.created_at > o.asked_at
  and (b.broker_id = o.broker_id or b.phone = o.phone))`

const BOOKING = sql`from bookings b where b.id = o.subject_id`

/** A message sent to the person about the subject since the task was requested; notices to the BDM do not count. */
const SENT = sql`exists (select from messages m where m.status in ('sent', 'delivered') and m.updated_at > o.asked_at
  and case o.subject_type
    when 'call' then m.call_id = o.subject_id and m.booking_id is null
    else m.booking_id = o.subject_id and m.occasion not like '%:notice:%' end)`

/** By kind; a task whose subject was deleted is settled too. null: this statement ends none of them. */
const reasons: Record<TaskKind, RawBuilder<unknown> | null> = {
  call_back: sql`case
    when ${OPTED_OUT} then 'They opted out of calls.'
    when ${HANDED_OFF} then 'A person took their call.'
    when ${REACHED} then 'They were reached in a later call.' end`,
  requested_call: sql`(select case r.state
      when 'kept' then 'They were called as requested.'
      when 'missed' then 'It was not dialled: ' || r.reason
      when 'cancelled' then 'It was cancelled: ' || r.reason end
    from requested_calls r where o.dedupe_key = 'requested_call:' || r.id)`,
  opt_out_unclear: sql`case
    when exists (select from suppressions s join suppressions h on h.phone = s.phone and h.source = 'unclear'
      where s.phone = o.phone and s.source in ('key', 'voice', 'sms_stop') and s.ended_at is null and h.ended_at is null
        and coalesce(s.asked_again_at, s.created_at) > coalesce(h.asked_again_at, h.created_at))
      then 'They opted out.'
    when not exists (select from suppressions s
      where s.phone = o.phone and s.source = 'unclear' and s.ended_at is null) then 'The hold was removed.' end`,
  meeting_wanted: sql`case
    when ${BOOKED} then 'A meeting was booked.'
    when ${OPTED_OUT} then 'They opted out of calls.' end`,
  meeting_differs: sql`case
    when not exists (select ${BOOKING} and b.status = 'booked') then 'The meeting is no longer ahead.'
    when exists (select ${BOOKING} and b.scheduled_at > o.asked_at) then 'The meeting was rescheduled.' end`,
  meeting_unmarked: sql`case
    when not exists (select ${BOOKING} and b.status = 'booked') then 'The meeting was marked.' end`,
  import_failed: sql`case
    when not exists (select from broker_imports i join runs r on r.id = i.run_id
      where i.id = o.subject_id and r.state = 'failed')
      then 'The import was started again or undone.' end`,
  application_overdue: sql`case
    when not exists (select from applications a where a.id = o.subject_id and a.status in ('submitted', 'in_review'))
      then 'The application was decided.' end`,
  document_overdue: sql`case
    when not exists (select from documents d where d.id = o.subject_id and d.status = 'pending' and d.current)
      then 'The document was decided or replaced.' end`,
  call_unknown: sql`case
    when not exists (select from calls c where c.id = o.subject_id and c.outcome = 'unknown')
      then 'The outcome of the call is known.'
    when ${REACHED} then 'They were reached in a later call.'
    when ${OPTED_OUT} then 'They opted out of calls.' end`,
  number_challenged: sql`case
    when not exists (select from calls c where c.id = o.subject_id) then 'The call was removed.' end`,
  rate_not_offered: sql`case
    when not exists (select from calls c where c.id = o.subject_id) then 'The call was removed.' end`,
  not_delivered: sql`case
    when ${SENT} then 'A message about it was sent.'
    when ${REACHED} then 'They were reached in a later call.'
    when ${OPTED_OUT} then 'They opted out of calls.'
    when o.subject_type = 'booking' and not exists (select ${BOOKING} and (upper(b.during) > now() or b.simulated))
      then 'The time of the meeting has passed.' end`,
  compliance_review: sql`case
    when not exists (select from broker_compliance c where c.broker_id = o.broker_id and c.status = 'flagged')
      then 'The broker is no longer flagged.' end`,
  register_stale: sql`case
    when exists (select from register_snapshots s join register_snapshots n on n.register = s.register and n.id > s.id
      where s.id = o.subject_id) then 'A newer file was loaded.' end`,
  register_unreadable: sql`case
    when exists (select from register_snapshots s join register_snapshots n on n.register = s.register and n.id > s.id
      where s.id = o.subject_id) then 'A newer file was loaded.' end`,
  register_not_fetched: sql`case
    when not exists (select from register_fetches f where o.dedupe_key = 'register_not_fetched:' || f.register
      and f.failed_since is not null) then 'The register was fetched.' end`,
  feed_not_read: sql`case
    when not exists (select from news_feeds f where o.dedupe_key = 'feed_not_read:' || f.id and f.failing_since is not null)
      then 'The feed was read or removed.' end`,
  calendar_not_read: sql`case
    when not exists (select from bdms b where o.dedupe_key = 'calendar_not_read:' || b.id and b.active
      and b.busy_feed_failing_since is not null) then 'The calendar was read, replaced or removed.' end`,
  calendar_disconnected: sql`case
    when not exists (select from bdm_calendars c join bdms b on b.id = c.bdm_id
      where o.dedupe_key = 'calendar_disconnected:' || c.bdm_id and b.active and c.state <> 'connected')
      then 'The calendar was connected again, or is not needed any more.' end`,
  calendar_change: sql`case
    when not exists (select ${BOOKING} and b.status = 'booked') then 'The meeting is no longer ahead.'
    when exists (select ${BOOKING} and b.scheduled_at > o.asked_at) then 'The meeting was rescheduled.' end`,
  webhook_failing: sql`case
    when not exists (select from webhook_endpoints w where o.dedupe_key = 'webhook_failing:' || w.id
      and w.failing_since is not null) then 'The webhook accepts events again, or was removed.' end`,
  papers_missing: sql`case
    when exists (select from organisation where terms_url <> '' and privacy_url <> '') then 'Both links were added.' end`,
  finding_of_many: sql`case
    when not exists (select from findings_of_many m where o.dedupe_key = 'finding_of_many:' || m.id and m.state = 'open')
      then 'The finding was decided, or concerns few brokers now.' end`,
  check_missed: null,
  call_report: null,
  break_glass_used: null,
  score_appeal: sql`case
    when not exists (select from contests c where c.broker_id = o.broker_id and c.kind = 'score' and c.status = 'open')
      then 'The appeal was answered or withdrawn.' end`,
  contest: sql`case
    when not exists (select from contests c where c.id = o.subject_id and c.status = 'open')
      then 'The contest was answered or withdrawn.' end`,
  complaint: sql`case
    when not exists (select from complaints c where c.id = o.subject_id and c.status = 'open')
      then 'The complaint was answered or withdrawn.' end`,
}

export const settledReason: RawBuilder<unknown> = sql`case o.kind ${sql.join(
  taskKinds.flatMap((kind) => (reasons[kind] ? [sql`when ${sql.lit(kind)} then ${reasons[kind]}`] : [])),
  sql` `,
)} end`
