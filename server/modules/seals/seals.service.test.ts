import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SealState } from '#contract/surveillance/seals.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { addSuppression, removeSuppression } from '#server/modules/brokers/suppressions/suppressions.ts'
import { parseCheckpoint } from '#server/platform/tlog/checkpoint.ts'
import {
  generateNoteKey,
  parseNote,
  parseNoteVerifier,
  verifiedSignature,
} from '#server/platform/tlog/signed-note.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { parseExport, sealAll, wrongEntries } from '#test/worlds/sealed-log.ts'
import { checkSeals } from './seal-checks.ts'
import { isSettled, observe, sealNext } from './seal-rows.ts'
import { viewSealState } from './views.ts'

let app: TestApp
let compliance: Client
let ctx: Ctx
const DAY = '2026-11-24'

let dataDir: string

beforeAll(async () => {
  // the folder keeps the key, which contains the log's name
  dataDir = await mkdtemp(join(tmpdir(), 'brokerline-seals-'))
  app = await createTestApp({ now: () => new Date(`${DAY}T01:00:00Z`), env: { DATA_DIR: dataDir } })
  compliance = await staffClient(app, 'compliance')
  ctx = await app.staff('compliance')
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const note = (to: Ctx, subjectId: number): Promise<void> =>
  to.tx((tx) =>
    audit(tx, { action: 'broker.changed', subjectType: 'broker', subjectId, after: { subjectId } }),
  )
const decide = (brokerId: number | null) =>
  sql`insert into call_decisions (broker_id, verdict, reasons, facts, rules_version, data_versions, judged_at)
    values (${brokerId}, 'later', '["hours"]', ${JSON.stringify({ brokerId, place: 'NSW' })}, '1', '{}', now())`.execute(
    app.connection.db,
  )
const newBroker = async (name: string, phone: string): Promise<number> => {
  const admin = await staffClient(app, 'admin')
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`
  const made = await admin.send('POST', '/api/brokers', { name, phone, email, region: 'NSW' })
  return made.json().id
}
/** As a calculation publishes it. */
const publish = async (brokerId: number, overall: number): Promise<void> => {
  await sql`
    with run as (insert into runs (kind, key, total, state)
      values ('scoring.calculate', '2026-10', 1, 'done') returning id)
    insert into broker_scores (month, broker_id, run_id, scorecard_id, overall, calculated_tier, tier, total_loans, evidence_of,
      compliance, gates, adjusted, points, calculated_at)
    select '2026-10', ${brokerId}, run.id, (select id from scorecards limit 1), ${overall}, 'Neutral', 'Neutral', 4, '{1}', 100,
      '{}', '{1.5}', '{60.25}', now() from run`.execute(app.connection.db)
}
const state = async (): Promise<SealState> => (await compliance.get('/api/seals')).json()
const exported = async (query = `from=${DAY}&to=${DAY}`) => {
  const answer = await compliance.get(`/api/seals/export?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return parseExport(answer.body)
}
/** Against the rights of the product, and past the triggers that keep proof. */
const tamper = (table: string, statement: string): Promise<void> =>
  asOwner(
    app.databaseUrl,
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  )
const idsOf = async (source: string): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select row_id as id from sealed_entries where source = ${source} order by index`.execute(
    app.connection.db,
  )
  return rows.map(({ id }) => id)
}

describe('sealing', () => {
  // Covers: sealed-1
  it('appends decisions, suppressions, audit rows and scores, each state once, and signs checkpoints', async () => {
    const brokerId = await newBroker('Ada Whitlock', '0491 570 156')
    const id = await addSuppression(ctx, { phoneNumber: '0491570157', reason: 'Asked by mail' })
    await decide(brokerId)
    await publish(brokerId, 61.5)
    await sealAll(ctx)
    await removeSuppression(ctx, id, 'Asked to be called again')
    await sealAll(ctx)
    expect(await sealAll(ctx)).toBe(0)
    const counts = await sql<{ source: string; count: number }>`
      select source, count(*) from sealed_entries where source <> 'audit' group by 1 order by 1`.execute(
      app.connection.db,
    )
    expect(counts.rows).toEqual([
      { source: 'decision', count: 1 },
      { source: 'score', count: 1 },
      { source: 'suppression', count: 2 },
    ])
    const now = await state()
    const published = await visitor(app).get('/log/checkpoint')
    const signed = parseNote(published.body)
    expect(signed && verifiedSignature(signed, parseNoteVerifier(now.verifierKey ?? '', 'note'))).toBeTruthy()
    expect(parseCheckpoint(signed?.text ?? '')).toMatchObject({
      origin: 'localhost:3000/log',
      size: now.entries,
    })
    expect(now).toMatchObject({ erased: 0, witness: null, check: null, faults: [] })
    expect(await checkSeals(ctx)).toEqual([])
  })

  // Covers: sealed-1
  it('waits for transactions that hold lower numbers, and leaves no row out', async () => {
    let commit = (): void => undefined
    const slow = ctx.tx(async (tx) => {
      await audit(tx, { action: 'broker.changed', subjectType: 'broker', subjectId: 1 })
      await new Promise<void>((resolve) => {
        commit = resolve
      })
    })
    await until('the first number is taken', async () => commit.name !== 'commit')
    await note(ctx, 2)
    const horizon = await observe(ctx)
    expect(await isSettled(ctx, horizon)).toBe(false)
    commit()
    await slow
    await sealAll(ctx)
    const sealed = await idsOf('audit')
    const { rows } = await sql<{ id: number }>`select id from audit_log order by id`.execute(
      app.connection.db,
    )
    expect(sealed).toEqual(rows.map(({ id }) => id))
  })

  // Covers: sealed-1
  it('does not wait for transactions that write to other tables', async () => {
    await note(ctx, 3)
    await ctx.tx(async ({ db }) => {
      await sql`update brokers set name = name`.execute(db)
      const horizon = await observe(app.ctx())
      expect(await isSettled(app.ctx(), horizon)).toBe(true)
      expect(await sealNext(app.ctx(), horizon)).toBeGreaterThan(0)
    })
  })

  // Covers: sealed-1
  it('seals each row once in several processes whose connections break', async () => {
    const other = await createTestApp({ databaseUrl: app.databaseUrl })
    try {
      for (let round = 0; round < 6; round++) {
        await Promise.all(Array.from({ length: 30 }, (_, at) => note(ctx, at)))
        const horizon = await observe(ctx)
        await until('older transactions have ended', () => isSettled(ctx, horizon))
        // before the connections break, or a rejection would have no handler yet
        const sealing = Promise.allSettled(
          [ctx, other.ctx(), ctx, other.ctx()].map((own) => sealNext(own, horizon)),
        )
        await asOwner(
          app.databaseUrl,
          `select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and query like '%sealed%' and pid <> pg_backend_pid()`,
        )
        await sealing
      }
      await sealAll(ctx)
    } finally {
      await other.close()
    }
    const { rows } = await sql<{ missing: number; entries: number; last: number }>`
      select (select count(*) from audit_log a where not exists
          (select from sealed_entries e where e.source = 'audit' and e.change_id = a.id)) as missing,
        count(*) as entries, max(index) + 1 as last from sealed_entries`.execute(app.connection.db)
    expect(rows[0]).toMatchObject({ missing: 0, entries: rows[0]?.last })
    expect(await checkSeals(ctx)).toEqual([])
  })

  // Covers: sealed-2
  it('publishes tiles that can be kept for ever, and only those that the checkpoint covers', async () => {
    const { entries } = await state()
    const width = entries % 256
    const index = String(Math.floor(entries / 256)).padStart(3, '0')
    const tile = await visitor(app).get(`/log/tile/0/${index}.p/${width}`)
    expect(tile.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(tile.rawPayload).toHaveLength(width * 32)
    const bundle = await visitor(app).get(`/log/tile/entries/${index}.p/${width}`)
    expect(bundle.rawPayload).toHaveLength(width * 34)
    for (const path of [`0/${index}.p/${width + 1}`, `0/${index}`, '0/999', '9/000'])
      expect((await visitor(app).get(`/log/tile/${path}`)).statusCode, path).toBe(404)
  })
})

describe('an export', () => {
  // Covers: sealed-3
  it('holds every entry of a period with its salt and a proof that verifies, and is audited', async () => {
    await sealAll(ctx)
    const all = await exported()
    expect(all.entries.map(({ index }) => index)).toEqual(all.entries.map((_, at) => at))
    expect(all.manifest).toMatchObject({ entries: all.entries.length, first: 0 })
    expect(wrongEntries(all)).toEqual([])
    const contents = all.entries.map(({ content }) => JSON.parse(content ?? ''))
    expect(contents.find(({ source }) => source === 'decision').row).toMatchObject({
      verdict: 'later',
      reasons: ['hours'],
    })
    expect(
      contents.filter(({ source }) => source === 'suppression').map(({ row }) => row.ended_reason),
    ).toEqual([null, 'Asked to be called again'])
    const [row] = (await compliance.get('/api/audit?action=seals.exported&limit=1')).json()
    expect(row).toMatchObject({ after: { from: DAY, to: DAY, entries: all.entries.length } })
  })

  // Covers: sealed-3
  it('of one broker holds the entries about them', async () => {
    const brokerId = await newBroker('Grace Ngata', '0491 570 158')
    await addSuppression(ctx, { phoneNumber: '0491570158', reason: 'Asked by mail' })
    await decide(brokerId)
    await publish(brokerId, 70)
    await sealAll(ctx)
    const own = await exported(`brokerId=${brokerId}`)
    expect(wrongEntries(own)).toEqual([])
    expect([...new Set(own.entries.map(({ source }) => source))].sort()).toEqual([
      'audit',
      'decision',
      'score',
      'suppression',
    ])
  })

  // Covers: sealed-3
  it.each([
    '',
    'from=2026-11-24',
    'from=2026-11-25&to=2026-11-24',
    'brokerId=1&from=2026-11-24&to=2026-11-24',
    'from=0001-01-01&to=9999-12-31',
  ])('needs a period or a broker: %s', async (query) => {
    expect((await compliance.get(`/api/seals/export?${query}`)).statusCode).toBe(400)
  })
})

describe('an export of nothing', () => {
  // Covers: sealed-3
  it.each(['from=2001-01-01&to=2001-01-02', 'brokerId=99999999'])('is refused: %s', async (query) => {
    const answer = await compliance.get(`/api/seals/export?${query}`)
    expect([answer.statusCode, answer.json().message]).toEqual([404, expect.stringContaining('Nothing')])
  })
})

describe('another key than the log’s', () => {
  // Covers: sealed-1
  it('seals nothing, and the state says so', async () => {
    const SEAL_KEY = generateNoteKey('localhost:3000/log', 'note')
    const other = await createTestApp({ databaseUrl: app.databaseUrl, env: { SEAL_KEY } })
    try {
      await note(ctx, 4)
      const horizon = await observe(ctx)
      await expect(sealNext(other.ctx(), horizon)).rejects.toThrow('signed with another key')
      expect(await viewSealState(other.ctx())).toMatchObject({ key: 'other' })
      expect(await state()).toMatchObject({ key: 'own' })
    } finally {
      await other.close()
    }
  })
})

describe('erasing people', () => {
  // Covers: sealed-4
  it('removes contents and salts, and leaves every proof valid', async () => {
    const admin = await staffClient(app, 'admin')
    const people = await Promise.all(
      ['Hedy Kiesler', 'Lise Meitner', 'Emmy Noether'].map((name, at) =>
        newBroker(name, `0491 570 ${310 + at}`),
      ),
    )
    for (const id of people) {
      await decide(id)
      await publish(id, 55)
    }
    await sealAll(ctx)
    const before = await exported()
    for (const id of people) expect((await admin.send('DELETE', `/api/brokers/${id}`)).statusCode).toBe(200)
    await sealAll(ctx)
    expect(await checkSeals(ctx)).toEqual([])
    const after = await exported()
    expect(wrongEntries(after)).toEqual([])
    expect(after.entries.slice(0, before.entries.length).map(({ commitment }) => commitment)).toEqual(
      before.entries.map(({ commitment }) => commitment),
    )
    const erased = after.entries.filter(({ salt }) => salt === null)
    expect(erased.every(({ content }) => content === null)).toBe(true)
    // the creation of each and their score
    expect(erased).toHaveLength(6)
    expect((await state()).erased).toBe(6)
    expect(JSON.stringify(after.entries)).not.toMatch(/Kiesler|Meitner|Noether/)
  })

  // Covers: sealed-4
  it('loses the salt of an audit row with its details', async () => {
    await sql`insert into audit_log (at, actor, action, subject_type, after)
      values ('2015-01-01', 'ada@example.com', 'user.created', 'user', '{"name": "Ada"}')`.execute(
      app.connection.db,
    )
    await sealAll(ctx)
    const { erased } = await state()
    const { removeExpired } = await import('#server/modules/system/retention/remove-expired.ts')
    await removeExpired(app.ctx())
    expect((await state()).erased).toBe(erased + 1)
    expect(await checkSeals(ctx)).toEqual([])
  })
})

describe('the comparison with the rows', () => {
  // Covers: sealed-6
  it('follows merged records', async () => {
    const admin = await staffClient(app, 'admin')
    const [kept, merged] = [
      await newBroker('Mary Leakey', '0491 570 313'),
      await newBroker('M Leakey', '0491 570 737'),
    ]
    for (const id of [kept, merged]) {
      await decide(id)
      await publish(id, 50)
    }
    await sealAll(ctx)
    const answer = await admin.send('POST', `/api/brokers/${kept}/merge`, { brokerId: merged, take: [] })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    await sealAll(ctx)
    expect(await checkSeals(ctx)).toEqual([])
    const { entries } = await exported(`brokerId=${kept}`)
    const months = entries.filter(({ source }) => source === 'score').map(({ index }) => index)
    expect(months).toHaveLength(2)
  })

  // Covers: sealed-6
  it('finds a row that was changed, removed, put in or swapped, and raises a need', async () => {
    const burned = await ctx
      .tx((tx) => note(tx, 99).then(() => Promise.reject(new Error('rolled back'))))
      .catch(String)
    expect(burned).toContain('rolled back')
    for (let at = 0; at < 4; at++) await note(ctx, 100 + at)
    await sealAll(ctx)
    const [changed = 0, removed, swapped, other] = (await idsOf('audit')).slice(-4)
    const unused = changed - 1
    await tamper('audit_log', `update audit_log set after = '{"subjectId": 7}' where id = ${changed}`)
    await tamper('audit_log', `delete from audit_log where id = ${removed}`)
    await tamper(
      'audit_log',
      `update audit_log a set at = b.at, after = b.after, subject_id = b.subject_id, request_id = b.request_id
        from audit_log b where (a.id, b.id) in ((${swapped}, ${other}), (${other}, ${swapped}))`,
    )
    await tamper(
      'audit_log',
      `insert into audit_log (id, actor, action, subject_type) overriding system value values (${unused}, 'x', 'user.created', 'user')`,
    )
    await tamper(
      'suppressions',
      `update suppressions set reason = 'Other' where id = (select max(id) from suppressions)`,
    )
    const [suppression] = (await idsOf('suppression')).slice(-1)
    const found = await checkSeals(ctx)
    const facts = found.map(({ kind, source, rowId }) => [kind, source, rowId])
    expect(facts).toEqual(
      expect.arrayContaining([
        ['changed', 'audit', changed],
        ['removed', 'audit', removed],
        ['changed', 'audit', swapped],
        ['changed', 'audit', other],
        ['changed', 'suppression', suppression],
        ['not_sealed', 'audit', unused],
      ]),
    )
    expect(facts).toHaveLength(6)
    expect(await state()).toMatchObject({ check: { faultCount: 6 } })
    const needs = (await compliance.get('/api/dashboard/needs')).json()
    expect(needs).toContainEqual(expect.objectContaining({ kind: 'sealed_rows', count: 6 }))
    // the row that was put in is sealed now, at a time that shows
    expect(await checkSeals(ctx)).toHaveLength(5)
    // the export shows it to a stranger too
    expect(wrongEntries(await exported())).toHaveLength(4)
  })

  // Covers: sealed-6
  it.each([
    ['an entry', `update sealed_entries set commitment = sha256(commitment) where index = 3`, 3],
    ['a removed entry', `delete from sealed_entries where index = 5`, 5],
    [
      'a tile',
      `update sealed_tiles set hashes = sha256(hashes) || substr(hashes, 33) where level = 0 and index = 0`,
      0,
    ],
  ])('finds %s of the log that was changed', async (_what, statement, entry) => {
    const copy = `create table kept as select * from ${statement.includes('tiles') ? 'sealed_tiles' : 'sealed_entries'}`
    await asOwner(app.databaseUrl, copy)
    await asOwner(app.databaseUrl, statement)
    expect(await checkSeals(ctx)).toContainEqual({ kind: 'log', source: null, rowId: null, entry })
    const table = statement.includes('tiles') ? 'sealed_tiles' : 'sealed_entries'
    await asOwner(
      app.databaseUrl,
      `delete from ${table}`,
      `insert into ${table} select * from kept`,
      'drop table kept',
    )
  })
})
