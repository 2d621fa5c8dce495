import { type Insertable, type Kysely, sql } from 'kysely'
import pino from 'pino'
import type { CallOutcome } from '#contract/calls/calls.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import type { WorkerParts } from '#server/module.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { busyCampaigns } from '#server/modules/dialling/dispatch-campaign.store.ts'
import { dialInTurn, dispatchCampaign } from '#server/modules/dialling/dispatch-campaign.ts'
import { diallingModule } from '#server/modules/dialling/module.ts'
import { dispatchRequestedCalls } from '#server/modules/dialling/requested-calls/dispatch-requested-calls.ts'
import { createBus } from '#server/platform/bus.ts'
import { createCtx } from '#server/platform/ctx.ts'
import { connect } from '#server/platform/db/database.ts'
import { createDiskSpace } from '#server/platform/disk-space.ts'
import type { Log } from '#server/platform/log.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { Brokers, Campaigns, DB } from '#server/schema.gen.ts'
import { createLine, type TestLine } from '../doubles/test-line.ts'
import { createTestDatabase } from '../test-db.ts'

export { createLine, type TestLine } from '../doubles/test-line.ts'

/** Dialling over a real database and a test line, without the rest of the product. */
export interface DiallingWorld {
  databaseUrl: string
  db: Kysely<DB>
  ctx: Ctx
  line: TestLine
  /** @returns ids; the nth broker has the fictitious number (02) 5550 followed by its four digits */
  brokers(count: number, values?: Partial<Insertable<Brokers>>): Promise<number[]>
  campaign(values?: Partial<Insertable<Campaigns>>): Promise<number>
  /** One turn of the dispatcher by hand. @returns the ids of the calls it dialled */
  turn(): Promise<number[]>
  /** Ends every call in flight, or those given. */
  end(outcome: CallOutcome, callIds?: readonly number[]): Promise<void>
  enrolments(campaignId: number): Promise<Record<string, number>>
  status(campaignId: number): Promise<string>
  /** The parts of a worker in this process. */
  parts: WorkerParts
  close(): Promise<void>
}

export interface DiallingWorldOptions {
  databaseUrl?: string
  line?: TestLine
  fallback?: TestLine
  /** Free bytes of the disk; sufficient by default. */
  freeBytes?: () => Promise<number>
  log?: Log
  now?: () => Date
  /** Another connection to the database, e.g. one that fails. */
  connection?: { db: Kysely<DB>; close(): Promise<void> }
}

export async function createDiallingWorld(options: DiallingWorldOptions = {}): Promise<DiallingWorld> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => undefined }
    : await createTestDatabase()
  const { db, close } = options.connection ?? connect<DB>(database.url, 12, () => undefined)
  const line = options.line ?? createLine()
  const { provider } = line
  const fallback = options.fallback?.provider ?? null
  const providers = {
    voice: {
      active: provider,
      named: (name: string) => [provider, fallback].find((one) => one?.name === name) ?? null,
      fallbackOf: (name: string) => (name === provider.name ? fallback : null),
    },
    disk: createDiskSpace({
      folders: options.freeBytes ? { files: 'files' } : {},
      reserveBytes: 1000,
      freeBytes: options.freeBytes,
    }),
    backups: { recipients: [] },
    publicUrl: 'http://localhost:3000',
    secret: 'secret',
  } as unknown as Providers // dialling needs nothing else of them
  const ctx = createCtx<DB, AppEvents, Providers, never>({
    db,
    now: options.now ?? (() => new Date()),
    actor: { kind: 'system', name: 'test' },
    requestId: 'test',
    log: options.log ?? pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' }),
    providers,
    bus: createBus<AppEvents, Ctx>([diallingModule.listeners ?? {}]),
  }) as unknown as Ctx // the system actor has no role
  let numbers = 0

  return {
    databaseUrl: database.url,
    db,
    ctx,
    line,
    parts: { ctx: () => ctx, onChange: () => () => undefined },
    async brokers(count, values = {}) {
      const rows = Array.from({ length: count }, () => ({
        name: `Broker ${numbers}`,
        phone: `+6125550${String(numbers++).padStart(4, '0')}`,
        region: 'NSW',
        timezone: 'Australia/Sydney',
        numberSource: 'the list of our panel',
        ...values,
      }))
      const added = await db.insertInto('brokers').values(rows).returning('id').execute()
      return added.map(({ id }) => id)
    },
    async campaign(values = {}) {
      const words = { product: 'Home loan', callScript: 'Hello {{firstName}}', rateType: 'p.a.' }
      const { id } = await db
        .insertInto('campaigns')
        .values({ name: 'Test', ...words, ...values })
        .returning('id')
        .executeTakeFirstOrThrow()
      const version = await db
        .insertInto('campaignVersions')
        .values({ campaignId: id, number: 1, aiPersonality: 'professional', ...words })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.updateTable('campaigns').set({ versionId: version.id }).where('id', '=', id).execute()
      return id
    },
    async turn() {
      const dialled: number[] = []
      const scope = { simulated: provider.simulated, now: line.clock }
      for (const dial of await dispatchRequestedCalls(ctx, provider, { now: line.clock, limit: 1000 })) {
        await dialInTurn(ctx, dial)
        dialled.push(dial.callId)
      }
      for (const campaignId of await busyCampaigns(ctx, scope)) {
        for (const dial of await dispatchCampaign(ctx, provider, { campaignId, limit: 1000 })) {
          await dialInTurn(ctx, dial)
          dialled.push(dial.callId)
        }
      }
      return dialled
    },
    async end(outcome, callIds) {
      const open = callIds ?? (await openCalls(db))
      const event = { kind: 'ended', outcome, durationSeconds: 0, message: null } as const
      for (const callId of open) {
        await intake(ctx, [{ callId, events: [{ ...event, key: `test-${outcome}`, at: line.clock }] }])
      }
    },
    async enrolments(campaignId) {
      const rows = await db
        .selectFrom('enrolments')
        .select(['state', sql<number>`count(*)`.as('places')])
        .where('campaignId', '=', campaignId)
        .groupBy('state')
        .execute()
      return Object.fromEntries(rows.map(({ state, places }) => [state, places]))
    },
    async status(campaignId) {
      const query = db.selectFrom('campaigns').select('status').where('id', '=', campaignId)
      return (await query.executeTakeFirstOrThrow()).status
    },
    async close() {
      await close()
      await database.drop()
    },
  }
}

async function openCalls(db: Kysely<DB>): Promise<number[]> {
  const rows = await db
    .selectFrom('calls')
    .select('id')
    .where('finishedAt', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
