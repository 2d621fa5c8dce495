import { csvParse } from 'd3-dsv'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditLabels } from '#contract/accounts/audit-labels.ts'
import { foldKey } from '#contract/plain-text.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

interface Row {
  id: number
  /** The texts that a search covers, each separately. */
  parts: string[]
}

let app: TestApp
let admin: Client
let rows: Row[]

const actions = [
  ...['application.approved', 'compliance.clear', 'broker.prospects_added', 'call.ended', 'user.waved_at'],
  ...['two_factor.on', 'sign_in.failed', 'document.viewed'],
]

beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
  await sql`insert into audit_log (actor, action, subject_type, subject_id, before, after)
    select (array['Ann Walker', 'lender@example.com', 'Simulator'])[1 + n % 3], (${actions}::text[])[1 + n % 8],
      (array['broker', 'user', 'loan_import', 'document', 'user'])[1 + n % 5],
      case when n % 7 > 0 then (case when n % 5 = 1 then (select max(id) from users) else n * 13 end)::text end,
      case when n % 2 = 0 then jsonb_build_object('name', (array['Petra Quill', 'Wu Ng', '100% Finance'])[1 + n % 3]) end,
      case when n % 3 = 0 then jsonb_build_object('email', 'b' || n || '@example.com') end
    from generate_series(1, 240) n`.execute(app.connection.db)
  const found = await sql<Record<'actor' | 'action' | 'type' | 'unnamed', string> & Record<string, never>>`
    select l.id, actor, action, subject_type as type, subject_id as ref, u.name as named, before ->> 'name' as old, after ->> 'name' as new,
      case when subject_type = 'user' then coalesce(after ->> 'email', before ->> 'email', concat_ws(' ', subject_type, subject_id))
        else concat_ws(' ', replace(subject_type, '_', ' '), subject_id) end as unnamed
    from audit_log l left join users u on subject_type = 'user' and u.id::text = subject_id`.execute(
    app.connection.db,
  )
  rows = found.rows.map(({ id, actor, action, type, ref, named, old, new: now, unnamed }) => {
    const subjects = [unnamed, ...(named ? [String(named)] : [])]
    const names = ['broker', 'user'].includes(type) ? [old, now].filter(Boolean).map(String) : []
    const label = auditLabels[action]
    const sentences = label ? subjects.map((subject) => label.replace('{subject}', subject)) : []
    const codes = [actor, action, type, ref].filter(Boolean).join(' ')
    return {
      id: Number(id),
      parts: [codes, ...subjects, ...sentences, ...names].map((part) => part.toLowerCase()),
    }
  })
})
afterAll(() => app?.close())

const search = async (q: string): Promise<number[]> => {
  const answer = await admin.get(`/api/audit?limit=1000&q=${encodeURIComponent(q)}`)
  expect(answer.statusCode).toBe(200)
  const known = new Set(rows.map(({ id }) => id))
  return answer
    .json<{ id: number }[]>()
    .map(({ id }) => id)
    .filter((id) => known.has(id))
}
const newestFirst = (found: Row[]): number[] => found.map(({ id }) => id).sort((a, b) => b - a)

describe('a search of the audit log', () => {
  // Covers: analytics-figures-22
  it('finds by its indexes what a look at every row finds', async () => {
    const pieces = fc
      .tuple(fc.nat(), fc.nat(), fc.nat(), fc.integer({ min: 3, max: 24 }))
      .map(([row, part, from, length]) => {
        const { parts } = rows[row % rows.length] ?? { parts: [] }
        const text = parts[part % parts.length] ?? ''
        return text
          .slice(from % text.length)
          .slice(0, length)
          .trim()
      })
      // shorter keys find the words that begin with them
      .filter((q) => foldKey(q).length > 2 && /[a-z0-9]/.test(q))
    await fc.assert(
      fc.asyncProperty(pieces, async (q) => {
        expect(await search(q)).toEqual(
          newestFirst(rows.filter(({ parts }) => parts.some((part) => foldKey(part).includes(foldKey(q))))),
        )
      }),
      { numRuns: 150 },
    )
  })

  // Covers: analytics-figures-22
  it('of one or two characters finds words that begin with them, of signs alone nothing', async () => {
    const begin = (q: string): Row[] =>
      rows.filter(({ parts }) => parts.some((part) => ` ${part}`.includes(` ${q}`)))
    for (const q of ['ng', 'w', '13']) expect(await search(q)).toEqual(newestFirst(begin(q)))
    expect(await search('%')).toEqual([])
  })

  // Covers: analytics-figures-22
  it('is answered from the index where there are many rows', async () => {
    await sql`insert into audit_log (actor, action, subject_type, subject_id)
      select 'Bench', 'broker.changed', 'broker', n::text from generate_series(1, 20000) n`.execute(
      app.connection.db,
    )
    await asOwner(app.databaseUrl, 'analyze audit_log')
    const plan = await sql<Record<string, string>>`explain select id from audit_log
      where audit_text(actor, action, subject_type, subject_id, before, after) like '%petra quill%'`.execute(
      app.connection.db,
    )
    expect(JSON.stringify(plan.rows)).toContain('audit_log_search')
  })
})

describe('an export of the audit log', () => {
  const csv = (query: string) => admin.get(`/api/audit/export?${query}`)

  // Covers: settings-7
  it('has the entries that the filters show, over more than one page, and is an entry itself', async () => {
    const listed = await admin.get('/api/audit?action=broker.changed&limit=1000&total=exact')
    const total = Number(listed.headers['x-total-count']?.toString().replace('+', ''))
    expect(total).toBeGreaterThan(1000)
    const answer = await csv('action=broker.changed')
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(answer.headers['content-disposition']).toBe('attachment; filename="audit-log.csv"')
    const entries = csvParse(answer.body.slice(1))
    const counted = await sql<{ count: number }>`select count(*)::int as count from audit_log
      where action = 'broker.changed'`.execute(app.connection.db)
    expect(entries).toHaveLength(counted.rows[0]?.count ?? -1)
    expect(new Set(entries.map(({ ID }) => ID)).size).toBe(entries.length)
    expect(new Set(entries.map(({ Action }) => Action))).toEqual(new Set(['broker.changed']))
    const [newest] = (await admin.get('/api/audit?limit=1')).json()
    expect(newest).toMatchObject({ action: 'audit.exported', after: { action: 'broker.changed' } })
  })

  it('writes no formula, and the states before and after as JSON', async () => {
    await sql`insert into audit_log (actor, action, subject_type, subject_id, before)
      values ('=1+1', 'broker.deleted', 'broker', '7', '{"name": "Ann"}')`.execute(app.connection.db)
    const [entry] = csvParse((await csv('action=broker.deleted')).body.slice(1))
    expect(entry).toMatchObject({
      Account: "'=1+1",
      What: 'Deleted broker 7',
      Before: '{"name":"Ann"}',
      After: '',
    })
  })

  it('hides the details of documents from those who may not read them', async () => {
    await sql`insert into audit_log (actor, action, subject_type, subject_id, after)
      values ('ann@example.com', 'document.downloaded', 'document', '3', '{"file": "passport.pdf"}')`.execute(
      app.connection.db,
    )
    const viewer = await staffClient(app, 'viewer')
    const file = await viewer.get('/api/audit/export?action=document.downloaded')
    expect(file.statusCode).toBe(200)
    expect(file.body).not.toContain('passport.pdf')
    expect((await csv('action=document.downloaded')).body).toContain('passport.pdf')
    expect((await csv('from=2026-11-24&to=2026-11-01')).statusCode).toBe(400)
  })
})
