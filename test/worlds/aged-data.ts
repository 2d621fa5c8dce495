import { type RawBuilder, sql } from 'kysely'
import type { RetentionKind } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'
import { makePdf } from '../make-pdf.ts'
import { keepPdf } from './vault-files.ts'

/** Something whose period began at an instant. */
export interface Aged {
  /** Whether the data under retention still exists. */
  isThere(): Promise<boolean>
  /** The text that must remain of it; the same before and after. */
  evidence?(): Promise<string>
  /** Files of the vault that go with it. */
  files: number[]
}

const NUMBER = '+61491570156'
let made = 0

/** Makes one row of each kind with a given age. */
export function agedData(ctx: Ctx): Record<RetentionKind, (at: Date) => Promise<Aged>> {
  const { db } = ctx
  const idOf = async (query: RawBuilder<{ id: number }>): Promise<number> => {
    const { rows } = await query.execute(db)
    return rows[0]?.id ?? 0
  }
  const says = async (query: RawBuilder<{ said: string | null }>): Promise<string> =>
    (await query.execute(db)).rows[0]?.said ?? ''
  const holds = (query: RawBuilder<unknown>) => async (): Promise<boolean> =>
    (await query.execute(db)).rows.length > 0
  const newFile = async (): Promise<number> => {
    made += 1
    return (await keepPdf(ctx, makePdf([`page ${made}`]))).id
  }
  const broker = () => {
    made += 1
    return idOf(
      sql`insert into brokers (name, phone, email) values (${`Ada ${made}`}, ${NUMBER}, 'ada@example.com') returning id`,
    )
  }
  const call = async (at: Date) => {
    const brokerId = await broker()
    const decision = await idOf(sql`
      insert into call_decisions (broker_id, verdict, reasons, facts, rules_version, data_versions, judged_at)
      values (${brokerId}, 'call', '[]', '{}', '1', '{}', ${at}) returning id`)
    return idOf(sql`
      insert into calls (provider, simulated, to_number, broker_id, decision_id, status, outcome, response, finished_at,
        created_at)
      values ('twilio', false, ${NUMBER}, ${brokerId}, ${decision}, 'completed', 'human', 'option_1', ${at}, ${at})
      returning id`)
  }
  const record = async (callId: number): Promise<number> => {
    const fileId = await newFile()
    await sql`update calls set recording_status = 'completed', recording_ref = 'RE1' where id = ${callId}`.execute(
      db,
    )
    await sql`insert into call_recordings (call_id, file_id, waveform) values (${callId}, ${fileId}, '{}')`.execute(
      db,
    )
    return fileId
  }
  /** The broker, the result of the call, and why it was allowed. */
  const callEvidence = (id: number) => () =>
    says(sql`
      select concat_ws(' ', outcome, response, finished_at, verdict, d.broker_id) as said
      from calls join call_decisions d on d.id = decision_id where calls.id = ${id}`)
  const document = (
    file: number,
    { of, version, at, status }: { of: number; version: number; at: Date; status: string },
  ) =>
    idOf(sql`
      insert into documents (broker_id, document_type_id, version, file_id, status, current, replaced, uploaded_at, reviewed_at)
      values (${of}, 1, ${version}, ${file}, ${status}, ${version === 2}, ${version === 1}, ${at}, ${at}) returning id`)
  const audited = async (at: Date, action: string): Promise<Aged> => {
    const said = JSON.stringify({
      name: 'Ada Quill',
      phone: NUMBER,
      status: 'ok',
      note: 'ask ada@example.com',
    })
    const id = await idOf(sql`
      insert into audit_log (at, actor, action, subject_type, subject_id, after, ip)
      values (${at}, 'staff@lender.example.com', ${action}, 'user', '7', ${said}::jsonb, '192.0.2.7') returning id`)
    return {
      isThere: holds(
        sql`select from audit_log a where id = ${id} and a::text ~ 'Ada|example\\.com|570156|192\\.0'`,
      ),
      evidence: () =>
        says(
          sql`select concat_ws(' ', action, at, subject_id, after ->> 'status') as said from audit_log where id = ${id}`,
        ),
      files: [],
    }
  }
  const imported = async (at: Date, isPreview: boolean): Promise<number> => {
    const runId = isPreview
      ? null
      : await idOf(sql`insert into runs (kind, state) values ('brokers.run-import', 'done') returning id`)
    const id = await idOf(sql`
      insert into broker_imports (run_id, filename, columns, mapping, on_existing, rows, accepted, rejected, existing, created_at)
      values (${runId}, 'list.csv', '[]', '{}', 'skip', 1, 0, 1, 0, ${at}) returning id`)
    await sql`insert into broker_import_rows (import_id, row, cells) values (${id}, 1, '["Ada"]')`.execute(db)
    return id
  }
  const application = (at: Date, status: string) => {
    made += 1
    return idOf(sql`
      insert into applications (status, email, reason, submitted_at, decided_at, expires_at)
      values (${status}, ${`ada${made}@example.com`}, 'The insurance has ended',
        ${status === 'draft' ? null : at}::timestamptz, ${status === 'draft' ? null : at}::timestamptz,
        case ${status} when 'draft' then ${at}::timestamptz + interval '30 days' end) returning id`)
  }
  const attach = async (applicationId: number): Promise<number> => {
    const fileId = await newFile()
    await sql`insert into application_files (application_id, kind, file_id)
      values (${applicationId}, 'piInsurance', ${fileId})`.execute(db)
    return fileId
  }
  return {
    async webhooks(at) {
      const { rows } = await sql<{
        id: string
      }>`insert into webhook_events (type, occurred_at, data, broker_id)
        values ('broker.changed', ${at}, '{"brokerId": 1}', 1) returning id`.execute(db)
      return { isThere: holds(sql`select from webhook_events where id = ${rows[0]?.id}`), files: [] }
    },
    async recordings(at) {
      const id = await call(at)
      const file = await record(id)
      return {
        isThere: holds(sql`select from calls where id = ${id} and recording_ref is not null`),
        evidence: callEvidence(id),
        files: [file],
      }
    },
    async transcripts(at) {
      const id = await call(at)
      const lines = '[{"speaker": "caller", "text": "Hello"}]'
      await sql`update calls set transcript = ${lines}::jsonb, summary = 'Asked for a link' where id = ${id}`.execute(
        db,
      )
      await sql`insert into live_scripts (call_id, script, called_name) values (${id}, '{}', 'Ada')`.execute(
        db,
      )
      await sql`insert into call_events (call_id, called_at, key, kind, at, data)
        values (${id}, ${at}, 't', 'transcript', ${at}, '{"lines": [{"text": "Hello"}], "summary": "Asked"}')`.execute(
        db,
      )
      return {
        isThere: holds(sql`
          select from calls c where id = ${id} and (summary is not null or transcript <> '[]'
            or exists (select from live_scripts where call_id = ${id})
            or exists (select from call_events where call_id = ${id} and data::text ~ 'Hello|Asked'))`),
        evidence: callEvidence(id),
        files: [],
      }
    },
    async calls(at) {
      const id = await call(at)
      await sql`insert into inbound_calls (provider, provider_call_id, from_number, created_at)
        values ('twilio', ${`CA${id}`}, ${NUMBER}, ${at})`.execute(db)
      return {
        isThere: holds(sql`
          select from calls where id = ${id} and (to_number <> '' or broker_id is not null)
          union all select from inbound_calls where provider_call_id = ${`CA${id}`} and from_number is not null`),
        evidence: callEvidence(id),
        files: [],
      }
    },
    async messages(at) {
      made += 1
      const mark = `aged-${made}`
      await sql`insert into messages (channel, recipient, body, status, occasion, created_at)
        values ('sms', ${NUMBER}, 'Hello', 'sent', ${mark}, ${at})`.execute(db)
      await sql`insert into inbound_messages (provider, provider_ref, from_number, to_number, body, received_at)
        values ('twilio', ${mark}, ${NUMBER}, ${NUMBER}, 'STOP', ${at})`.execute(db)
      await sql`insert into short_links (code, kind, expires_at, created_at) values (${mark}, 'offer', ${at}, ${at})`.execute(
        db,
      )
      await sql`insert into suppressions (phone, source, reason) values (${`+6149157${1000 + made}`}, 'sms_stop', ${mark})`.execute(
        db,
      )
      return {
        isThere: holds(sql`
          select from messages where occasion = ${mark} union all select from inbound_messages where provider_ref = ${mark} and body <> ''
          union all select from short_links where code = ${mark}`),
        evidence: () =>
          says(sql`select concat_ws(' ', phone, source) as said from suppressions where reason = ${mark}`),
        files: [],
      }
    },
    async meetings(at) {
      const bdm = await idOf(sql`insert into bdms (name, email, hours, blocks, feed_token)
        values ('Dana Cole', 'dana@lender.example.com', '[]', '[]', ${`token-${made++}`}) returning id`)
      const id = await idOf(sql`
        insert into bookings (bdm_id, during, meeting_type, attendees, name, email, phone, agenda, source, uid, status)
        values (${bdm}, tstzrange(${new Date(at.getTime() - 1_800_000)}, ${at}), 'general-inquiry', 1, 'Ada Quill',
          'ada@example.com', ${NUMBER}, 'Rates', 'web', ${`uid-${made++}`}, 'held') returning id`)
      return {
        isThere: holds(sql`select from bookings b where id = ${id} and b::text ~ 'Ada|example|570156|Rates'`),
        evidence: () =>
          says(sql`select concat_ws(' ', during, status, bdm_id) as said from bookings where id = ${id}`),
        files: [],
      }
    },
    async tasks(at) {
      const id = await idOf(sql`
        insert into tasks (kind, dedupe_key, details, name, phone, due_at, state, closed_at)
        values ('call_back', ${`call_back:${made++}`}, 'Asked for a person', 'Ada Quill', ${NUMBER}, ${at}, 'done', ${at})
        returning id`)
      return { isThere: holds(sql`select from tasks where id = ${id}`), files: [] }
    },
    async visits(at) {
      const microsite = await idOf(sql`insert into microsites (title, slug, content, visits)
        values ('Offer', ${`offer-${made++}`}, '{}', 1) returning id`)
      const day = at.toISOString().slice(0, 10)
      const id = await idOf(sql`insert into visits (microsite_id, at, day, visitor, device)
        values (${microsite}, ${at}, ${day}, '\\x00', 'phone') returning id`)
      await sql`insert into visit_rollups (microsite_id, dimension, days, start, value, visits)
        values (${microsite}, 'total', 1, ${day}, '', 1)`.execute(db)
      return {
        isThere: holds(sql`select from visits where id = ${id}`),
        evidence: () =>
          says(sql`select concat_ws(' ', r.visits, m.visits) as said from visit_rollups r
            join microsites m on m.id = microsite_id where microsite_id = ${microsite}`),
        files: [],
      }
    },
    async importPreviews(at) {
      const id = await imported(at, true)
      return { isThere: holds(sql`select from broker_imports where id = ${id}`), files: [] }
    },
    async importRows(at) {
      const id = await imported(at, false)
      return {
        isThere: holds(sql`select from broker_import_rows where import_id = ${id}`),
        evidence: () =>
          says(sql`select concat_ws(' ', filename, rejected) as said from broker_imports where id = ${id}`),
        files: [],
      }
    },
    async drafts(at) {
      const id = await application(at, 'draft')
      const file = await attach(id)
      return { isThere: holds(sql`select from applications where id = ${id}`), files: [file] }
    },
    async declinedFiles(at) {
      const id = await application(at, 'declined')
      const file = await attach(id)
      return {
        isThere: holds(sql`select from application_files where application_id = ${id}`),
        evidence: () =>
          says(sql`select concat_ws(' ', status, reason) as said from applications where id = ${id}`),
        files: [file],
      }
    },
    async replacedDocuments(at) {
      const of = await broker()
      const file = await newFile()
      const old = await document(file, {
        of,
        version: 1,
        at: new Date(at.getTime() - 86_400_000),
        status: 'approved',
      })
      const current = await document(await newFile(), { of, version: 2, at, status: 'approved' })
      return {
        isThere: holds(sql`select from documents where id = ${old}`),
        evidence: () =>
          says(sql`select concat_ws(' ', status, version) as said from documents where id = ${current}`),
        files: [file],
      }
    },
    signIns: (at) => audited(at, 'sign_in.failed'),
    audit: (at) => audited(at, 'user.created'),
    async jobs(at) {
      made += 1
      const key = `aged-${made}`
      await sql`select graphile_worker.add_job('aged', '{}'::json, job_key => ${key}, max_attempts => 1)`.execute(
        db,
      )
      await sql`update graphile_worker._private_jobs set attempts = 1, updated_at = ${at} where key = ${key}`.execute(
        db,
      )
      return { isThere: holds(sql`select from graphile_worker._private_jobs where key = ${key}`), files: [] }
    },
  }
}
