// Dispatcher, simulator and intake over a throw-away PostgreSQL, for measurements and long proofs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import pino from 'pino'
import { nextWholeCountryLegal } from '#server/calendar/legal-hours.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { offerTimes } from '#server/modules/bookings/offer-times.ts'
import { isFictitious } from '#server/modules/brokers/fictitious-numbers.rules.ts'
import { createBatching } from '#server/modules/calls/intake/batching.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { createDispatcher } from '#server/modules/dialling/dispatcher.worker.ts'
import { diallingModule } from '#server/modules/dialling/module.ts'
import { offerCallback, personClock } from '#server/modules/telephony/callback-offer.ts'
import { createBus } from '#server/platform/bus.ts'
import { createCtx } from '#server/platform/ctx.ts'
import { openChangeFeed } from '#server/platform/db/change-feed.ts'
import { connect } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { createDiskSpace } from '#server/platform/disk-space.ts'
import type { Worker } from '#server/platform/loop.ts'
import type { NoteSigner } from '#server/platform/tlog/signed-note.ts'
import type { Providers } from '#server/providers/providers.ts'
import { createVoice, openSimulator } from '#server/providers/voice.registry.ts'
import type { DB } from '#server/schema.gen.ts'

export interface SimulatedDialling {
  db: Kysely<DB>
  ctx: Ctx
  /** Starts the simulator and this many dispatchers, each like a process of its own. */
  start(dispatchers: number): void
  close(): Promise<void>
}

export async function createSimulatedDialling(options: {
  speed: number
  startsAt: Date
  /** With it the rows of calls can be sealed. */
  logSigner?: NoteSigner
}): Promise<SimulatedDialling> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-simulated-'))
  const postgres = await startEmbedded({ dataDir, log: { info() {}, warn: console.error }, settings: {} })
  await migrate(postgres)
  const { db, close } = connect<DB>(postgres.url, 20, () => undefined)
  const log = pino({ level: 'warn' })
  const feed = await openChangeFeed({ databaseUrl: postgres.url, log })
  const makeCtx = (): Ctx =>
    createCtx<DB, AppEvents, Providers, never>({
      db,
      now: () => new Date(),
      actor: { kind: 'system', name: 'measurement' },
      requestId: 'measurement',
      log,
      providers,
      bus: createBus<AppEvents, Ctx>([diallingModule.listeners ?? {}]),
    }) as unknown as Ctx // the system actor has no role
  const simulator = await openSimulator({
    config: { dataDir, simulator: { speed: options.speed, outcomes: 'realistic', now: options.startsAt } },
    db,
    log,
    now: () => new Date(),
    sink: createBatching((batch) => intake(makeCtx(), batch)),
    offerTimes: (call) => offerTimes(makeCtx(), call),
    choiceResult: async () => '',
    offerCallback: (call) => offerCallback(makeCtx(), call),
    personClock: ({ callId }) => personClock(makeCtx(), callId),
    rules: { isFictitious, nextWholeCountryLegal },
  })
  const voice = createVoice({ voiceProvider: 'simulator', demo: true }, { simulator, live: [] })
  const disk = createDiskSpace({ folders: {}, reserveBytes: 0 })
  const { logSigner } = options
  const providers = {
    ...{ voice, disk, logSigner, publicUrl: 'http://localhost', secret: 'secret' },
  } as unknown as Providers // neither dialling nor sealing needs more
  const workers: Worker[] = []
  return {
    db,
    ctx: makeCtx(),
    start(dispatchers) {
      const onChange = (topic: string, callback: () => void) =>
        feed.subscribe((topics) => topics.includes(topic) && callback())
      const parts = { ctx: makeCtx, onChange }
      workers.push(...voice.workers, ...Array.from({ length: dispatchers }, () => createDispatcher(parts)))
      for (const worker of workers) worker.start()
    },
    async close() {
      for (const worker of workers) await worker.stop()
      await voice.close()
      await feed.close()
      await close()
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
