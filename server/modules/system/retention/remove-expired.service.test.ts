import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RetentionRun } from '#contract/system/retention.ts'
import { type RetentionKind, retentionKinds, retentionTerms } from '#contract/system/retention-terms.ts'
import type { Ctx } from '#server/ctx.ts'
import { cleanVault } from '#server/modules/vault/destruction.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Aged, agedData } from '#test/worlds/aged-data.ts'
import { namedByRows, storedNames } from '#test/worlds/vault-files.ts'
import { periodStart } from './kept-kinds.ts'
import { viewRuns } from './periods.views.ts'
import { removeExpired } from './remove-expired.ts'

const DAY_MS = 86_400_000
/** In the night of 25 November in Sydney. */
let now = new Date('2026-11-24T16:20:00Z')
let app: TestApp
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'remove-expired-'))
  app = await createTestApp({ now: () => now, env: { DATA_DIR: dataDir, VAULT_KEY: '' } })
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  now = new Date(now.getTime() + DAY_MS)
})

/** Where the period of a kind begins tonight. */
const start = (kind: RetentionKind): number => periodStart(retentionTerms[kind].usual, now).getTime()
const inside = (kind: RetentionKind): Date => new Date(start(kind) + 1000)
const past = (kind: RetentionKind): Date => new Date(start(kind) - 1000)
const lastRun = async (): Promise<RetentionRun | undefined> => (await viewRuns(app.ctx()))[0]
const removedOf = (run: RetentionRun | undefined): Record<string, number> =>
  Object.fromEntries((run?.removed ?? []).map(({ kind, count }) => [kind, count]))
const auditRows = async (): Promise<object[]> =>
  app.connection.db
    .selectFrom('auditLog')
    .select(['actor', 'after'])
    .where('action', '=', 'retention.removed')
    .where('at', '>=', sql<Date>`now() - interval '1 hour'`)
    .orderBy('id')
    .execute()
const filesLeft = async (things: readonly Aged[]): Promise<number[]> => {
  const ids = things.flatMap(({ files }) => files)
  const rows = await app.connection.db
    .selectFrom('vaultFiles')
    .select('id')
    .where('id', 'in', [...ids, 0])
    .execute()
  return rows.map(({ id }) => id)
}

describe('the nightly removal', () => {
  const young = new Map<RetentionKind, Aged>()
  const old = new Map<RetentionKind, Aged>()
  const evidence = new Map<Aged, string>()
  beforeAll(async () => {
    // beforeEach moves on by a day
    now = new Date('2026-11-25T16:20:00Z')
    const make = agedData(app.ctx())
    for (const kind of retentionKinds) {
      young.set(kind, await make[kind](inside(kind)))
      old.set(kind, await make[kind](past(kind)))
    }
    for (const thing of [...young.values(), ...old.values()]) {
      evidence.set(thing, (await thing.evidence?.()) ?? '')
    }
    await removeExpired(app.ctx())
    await cleanVault(app.ctx())
  })

  // Covers: settings-12, decision-retention-removal
  it.each(
    retentionKinds,
  )('of %s takes what is just past its period, not what is just inside, and leaves the evidence', async (kind) => {
    const [stays, goes] = [young.get(kind), old.get(kind)]
    expect([await stays?.isThere(), await goes?.isThere()]).toEqual([true, false])
    for (const thing of [stays, goes]) {
      if (!thing) continue
      expect((await thing.evidence?.()) ?? '').toBe(evidence.get(thing))
      if (thing.evidence) expect(evidence.get(thing)).toMatch(/\w/)
      expect(await filesLeft([thing])).toEqual(thing === stays ? thing.files : [])
    }
  })

  // Covers: settings-13
  it('says in the history and in one row of the audit log how many went', async () => {
    const run = await lastRun()
    expect(run).toMatchObject({ status: 'done', actor: 'system', failed: [] })
    const removed = removedOf(run)
    expect(Object.keys(removed)).toEqual([...retentionKinds])
    // messages: one sent, one received and a link; calls: one made and one received
    expect(removed).toMatchObject({
      recordings: 1,
      calls: 2,
      messages: 3,
      replacedDocuments: 1,
      visits: 1,
      audit: 1,
    })
    expect(await auditRows()).toEqual([{ actor: 'system', after: removed }])
  })

  // Covers: settings-12
  it('leaves no file without a row and no row without a file', async () => {
    expect(await storedNames(dataDir)).toEqual(await namedByRows(app.ctx()))
  })

  // Covers: settings-12
  it('takes recording and transcript along with the details of a call, where they would be kept longer', async () => {
    const { db } = app.connection
    const make = agedData(app.ctx())
    const [recorded, said] = [await make.recordings(past('calls')), await make.transcripts(past('calls'))]
    await sql`insert into retention_periods (kind, count, unit)
      values ('recordings', 25, 'years'), ('transcripts', 25, 'years')`.execute(db)
    await removeExpired(app.ctx())
    await cleanVault(app.ctx())
    expect([await recorded.isThere(), await said.isThere()]).toEqual([false, false])
    expect(await filesLeft([recorded])).toEqual([])
    await sql`delete from retention_periods`.execute(db)
  })

  // Covers: settings-12
  it('keeps a version that counts while the newer one waits or was rejected', async () => {
    const make = agedData(app.ctx())
    const counting = await make.replacedDocuments(past('replacedDocuments'))
    await sql`update documents set status = 'rejected' where version = 2`.execute(app.connection.db)
    await removeExpired(app.ctx())
    expect(await counting.isThere()).toBe(true)
  })

  // Covers: settings-12
  it('touches neither calls under way nor messages that are still to be sent', async () => {
    const { db } = app.connection
    await sql`insert into calls (provider, simulated, to_number, created_at, transcript)
      values ('twilio', false, '+61491570158', '2001-01-01', '[{}]')`.execute(db)
    await sql`insert into messages (channel, recipient, body, status, occasion, created_at, next_attempt_at)
      values ('sms', '+61491570158', 'Soon', 'queued', 'soon', '2001-01-01', now())`.execute(db)
    await removeExpired(app.ctx())
    const { rows } = await sql`select from calls where to_number = '+61491570158' and transcript = '[{}]'
      union all select from messages where occasion = 'soon'`.execute(db)
    expect(rows).toHaveLength(2)
  })
})

describe('a removal that is cut off', () => {
  const MANY = 3
  async function makeOld(kinds: readonly RetentionKind[]): Promise<Aged[]> {
    const make = agedData(app.ctx())
    const things: Aged[] = []
    for (const kind of kinds)
      for (let each = 0; each < MANY; each++) things.push(await make[kind](past(kind)))
    return things
  }
  /** Commits so many transactions, then is dead. */
  function mortal(commits: number): Ctx {
    const ctx = app.ctx()
    let left = commits
    return {
      ...ctx,
      async tx(work) {
        if (left-- <= 0) throw new Error('killed')
        return ctx.tx(work)
      },
    }
  }

  // Covers: settings-13
  it('goes on where it stopped, counts each once, and a day that is done is left alone', async () => {
    const things = await makeOld(['recordings', 'drafts'])
    const gone = async () => {
      const there = await Promise.all(things.map((thing) => thing.isThere()))
      return there.filter((is) => !is).length
    }
    // the beginning and two batches
    await expect(removeExpired(mortal(3), { batch: 1 })).rejects.toThrow('killed')
    expect(await gone()).toBe(2)
    expect(await lastRun()).toMatchObject({ status: 'running', removed: [{ kind: 'recordings', count: 2 }] })
    const before = await auditRows()

    await removeExpired(app.ctx(), { batch: 1 })
    expect(await gone()).toBe(things.length)
    expect(removedOf(await lastRun())).toEqual({ recordings: MANY, drafts: MANY })
    expect(await auditRows()).toHaveLength(before.length + 1)
    await cleanVault(app.ctx())
    expect(await filesLeft(things)).toEqual([])
    expect(await storedNames(dataDir)).toEqual(await namedByRows(app.ctx()))

    const [late] = await makeOld(['visits'])
    await removeExpired(app.ctx())
    expect(await late?.isThere()).toBe(true)
    now = new Date(now.getTime() + DAY_MS)
    await removeExpired(app.ctx())
    expect(await late?.isThere()).toBe(false)
  })

  // Covers: settings-13
  it('keeps the periods that it began with: a shorter one counts from the next night on', async () => {
    const [old] = await makeOld(['visits'])
    const make = agedData(app.ctx())
    const younger = await make.visits(inside('visits'))
    await expect(removeExpired(mortal(1))).rejects.toThrow('killed')
    await sql`insert into retention_periods (kind, count, unit) values ('visits', 31, 'days')`.execute(
      app.connection.db,
    )
    await removeExpired(app.ctx())
    expect([await old?.isThere(), await younger.isThere()]).toEqual([false, true])
    now = new Date(now.getTime() + DAY_MS)
    await removeExpired(app.ctx())
    expect(await younger.isThere()).toBe(false)
    await sql`delete from retention_periods`.execute(app.connection.db)
  })

  // Covers: settings-13
  it('by an error does the other kinds, says which failed, and does that one when it is tried again', async () => {
    const things = await makeOld(['recordings', 'visits'])
    await asOwner(
      app.databaseUrl,
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'broken'; end $$`,
    )
    await asOwner(
      app.databaseUrl,
      `create trigger refuse before delete on call_recordings for each row execute function refuse()`,
    )
    await expect(removeExpired(app.ctx())).rejects.toThrow('not removed: recordings')
    expect(await Promise.all(things.map((thing) => thing.isThere()))).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ])
    expect(await lastRun()).toMatchObject({ status: 'failed', failed: ['recordings'] })
    await asOwner(app.databaseUrl, `drop trigger refuse on call_recordings`)
    await removeExpired(app.ctx())
    expect(await lastRun()).toMatchObject({ status: 'done', failed: [] })
    expect(removedOf(await lastRun())).toEqual({ recordings: MANY, visits: MANY })
  })

  // Covers: settings-13
  it('fails where rows stay though they were removed, which it would find for ever', async () => {
    const [visit] = await makeOld(['visits'])
    await asOwner(
      app.databaseUrl,
      `create function ignore() returns trigger language plpgsql as $$ begin return null; end $$`,
    )
    await asOwner(
      app.databaseUrl,
      `create trigger ignore before delete on visits for each row execute function ignore()`,
    )
    await expect(removeExpired(app.ctx())).rejects.toThrow('not removed: visits')
    await asOwner(app.databaseUrl, `drop trigger ignore on visits`)
    await removeExpired(app.ctx())
    expect(await visit?.isThere()).toBe(false)
  })

  // Covers: settings-13
  it('beside another process takes everything once', async () => {
    const things = await makeOld(['visits', 'drafts'])
    const told = (await auditRows()).length
    await Promise.all([removeExpired(app.ctx(), { batch: 1 }), removeExpired(app.ctx(), { batch: 1 })])
    await removeExpired(app.ctx(), { batch: 1 })
    expect(await Promise.all(things.map((thing) => thing.isThere()))).toEqual(things.map(() => false))
    expect(removedOf(await lastRun())).toEqual({ drafts: MANY, visits: MANY })
    expect((await auditRows()).length).toBe(told + 1)
  })
})
