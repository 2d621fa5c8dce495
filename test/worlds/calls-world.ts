import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { nextWholeCountryLegal } from '#server/calendar/legal-hours.ts'
import type { AppListeners, Ctx } from '#server/ctx.ts'
import type { AppEvents, ChosenOption, FinishedCall } from '#server/events.ts'
import { dialPlaced, placeCall } from '#server/modules/calls/dispatch/place-call.ts'
import { createBatching } from '#server/modules/calls/intake/batching.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { offerCallback, personClock } from '#server/modules/telephony/callback-offer.ts'
import { createBus } from '#server/platform/bus.ts'
import { createCtx } from '#server/platform/ctx.ts'
import { connect } from '#server/platform/db/database.ts'
import { createDiskSpace } from '#server/platform/disk-space.ts'
import type {
  ChoiceResult,
  OfferedSlot,
  VoiceEventSink,
  VoiceProvider,
} from '#server/providers/ports/voice.ts'
import type { Providers } from '#server/providers/providers.ts'
import type { Simulator } from '#server/providers/simulator/simulator.ts'
import { openSimulator } from '#server/providers/voice.registry.ts'
import type { DB } from '#server/schema.gen.ts'
import { makeCampaign } from './call-words.ts'

type Heard =
  | { [Name in keyof AppEvents]: { name: Name; payload: AppEvents[Name] } }[keyof AppEvents]
  /** Each of those that finished. */
  | { name: 'call.finished'; payload: FinishedCall }
  /** Each of those that were chosen. */
  | { name: 'call.optionChosen'; payload: ChosenOption }

/** Calls over the simulator, without the rest of the product. Its clock moves only in `pass`. */
export interface CallsWorld {
  databaseUrl: string
  dataDir: string
  db: Kysely<DB>
  ctx: Ctx
  simulator: Simulator
  /** The provider of new calls: the simulator or its replacement. */
  provider: VoiceProvider
  /** Events emitted to the other modules, in order. */
  heard: Heard[]
  campaignId: number
  versionId: number
  /** Places a call, and dials it unless `dial` is false. */
  call(toNumber: string, options?: { dial?: boolean; provider?: VoiceProvider }): Promise<number>
  /** Moves the simulator's clock and plays due events. */
  pass(seconds: number): Promise<void>
  close(): Promise<void>
}

export interface CallsWorldOptions {
  outcomes?: 'realistic' | 'by-number'
  /** Another process over the same database. */
  databaseUrl?: string
  /** The data folder of another world with the same database; that world removes it. */
  dataDir?: string
  /** The simulator's clock is stopped by default. */
  speed?: number
  startsAt?: Date | null
  now?: () => Date
  /** Replaces the provider, e.g. with one that fails. */
  provider?: (simulator: VoiceProvider) => VoiceProvider
  /** Receives calls that the provider refuses before dialling. */
  fallback?: VoiceProvider
  listeners?: AppListeners
  /** The meeting times that its calls may offer; none by default. */
  times?: readonly OfferedSlot[]
  /** The spoken result of a choice; 'Done.' by default. */
  choiceResult?: ChoiceResult
  /** Receives the provider's events as delivered. */
  hear?: VoiceEventSink
  /** Another way to the database, e.g. one that dies. */
  connection?: { db: Kysely<DB>; close(): Promise<void> }
  /** The campaign that another process over the same database made. */
  campaign?: { campaignId: number; versionId: number }
}

/** So slow that no event becomes due without `pass`. */
const STILL = 1e-9

export async function createCallsWorld(options: CallsWorldOptions = {}): Promise<CallsWorld> {
  const database = options.databaseUrl
    ? { url: options.databaseUrl, drop: async () => undefined }
    : await (await import('../test-db.ts')).createTestDatabase() // which only runs in a test
  const { db, close } = options.connection ?? connect<DB>(database.url, 10, () => undefined)
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'calls-world-')))
  const log = pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' })
  const heard: Heard[] = []
  const hear =
    <Name extends keyof AppEvents>(name: Name) =>
    async (_ctx: Ctx, payload: AppEvents[Name]) =>
      void heard.push({ name, payload } as Heard) // the pair is one of the union by construction
  const listeners: AppListeners = {
    'calls.finished': async (_ctx, { calls }) => {
      for (const payload of calls) heard.push({ name: 'call.finished', payload })
    },
    'calls.optionsChosen': async (_ctx, { choices }) => {
      for (const payload of choices) heard.push({ name: 'call.optionChosen', payload })
    },
    'call.personAsked': hear('call.personAsked'),
  }
  const now = options.now ?? (() => new Date())
  const makeCtx = (): Ctx =>
    createCtx<DB, AppEvents, Providers, never>({
      db,
      now,
      actor: { kind: 'system', name: 'test' },
      requestId: 'test',
      log,
      providers,
      bus: createBus<AppEvents, Ctx>([listeners, options.listeners ?? {}]),
    }) as unknown as Ctx // the system actor has no role
  const batching = createBatching((batch) => intake(makeCtx(), batch))
  const simulator = await openSimulator({
    config: {
      dataDir,
      simulator: {
        speed: options.speed ?? STILL,
        outcomes: options.outcomes ?? 'by-number',
        now: options.startsAt === undefined ? new Date('2026-11-24T01:00:00Z') : options.startsAt,
      },
    },
    db,
    log,
    now,
    sink: async (batch) => {
      await options.hear?.(batch)
      await batching(batch)
    },
    choiceResult: options.choiceResult ?? (async () => 'Done.'),
    offerCallback: (call) => offerCallback(makeCtx(), call),
    personClock: ({ callId }) => personClock(makeCtx(), callId),
    offerTimes: async () => [...(options.times ?? [])],
    rules: { isFictitious: (e164) => /^\+61[2378](5550|7010)\d{4}$/.test(e164), nextWholeCountryLegal },
  })
  const provider = options.provider?.(simulator) ?? simulator
  const providers = {
    voice: {
      active: provider,
      named: (name: string) => [provider, options.fallback].find((one) => one?.name === name) ?? null,
      fallbackOf: (name: string) => (name === provider.name ? (options.fallback ?? null) : null),
    },
    disk: createDiskSpace({ folders: {}, reserveBytes: 0 }),
    publicUrl: 'http://localhost:3000',
    secret: 'secret',
  } as unknown as Providers // calls need nothing else of them
  const ctx = makeCtx()
  const campaign = options.campaign ?? (await ownCampaign(db))
  return {
    databaseUrl: database.url,
    dataDir,
    db,
    ctx,
    simulator,
    provider,
    heard,
    ...campaign,
    async call(toNumber, { dial = true } = {}) {
      const placed = await ctx.tx(async (tx) =>
        placeCall(tx, {
          provider,
          campaignId: campaign.campaignId,
          campaignVersionId: campaign.versionId,
          brokerId: await brokerWith(tx, toNumber),
          toNumber,
          clock: await provider.clock(),
          capDate: null,
        }),
      )
      if (!placed.ok) throw new Error(placed.reason)
      if (dial) await dialPlaced(ctx, placed.callId)
      return placed.callId
    },
    async pass(seconds) {
      await sql`update simulator_clock set anchor_simulated = anchor_simulated + make_interval(secs => ${seconds})`.execute(
        db,
      )
      while ((await simulator.playDue()) > 0);
    },
    async close() {
      await simulator.close()
      await close()
      await database.drop()
      if (!options.dataDir) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A broker with this number: a campaign dials brokers only. */
async function brokerWith({ db }: Ctx, phone: string): Promise<number> {
  const known = await db.selectFrom('brokers').select('id').where('phone', '=', phone).executeTakeFirst()
  if (known) return known.id
  const values = { name: 'Priya Sharma', phone }
  return (await db.insertInto('brokers').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const SCRIPT = 'Hello {{firstName}}. Our {{product}} is at {{rate}} per annum for your clients.'

async function ownCampaign(db: Kysely<DB>): Promise<{ campaignId: number; versionId: number }> {
  const { campaignId, campaignVersionId } = await makeCampaign(db, SCRIPT)
  // a BDM, so that calls can offer meetings
  await sql`insert into bdms (name, email, hours, blocks, feed_token)
    select 'Dana Cole', 'dana@lender.example.com',
      jsonb_agg(jsonb_build_object('weekday', day, 'from', '09:00', 'to', '17:00')), '[]', 'calls-world'
    from generate_series(1, 5) day on conflict do nothing`.execute(db)
  return { campaignId, versionId: campaignVersionId }
}
