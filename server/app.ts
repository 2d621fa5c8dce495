import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Pages } from '#contract/microsites/pages.ts'
import type { StaffRole } from '#contract/policy.ts'
import type { Topic } from '#contract/topics.ts'
import { nextWholeCountryLegal } from './calendar/legal-hours.ts'
import { dataFlows } from './config/data-flows.ts'
import type { Config } from './config.ts'
import type { AppListeners, Ctx } from './ctx.ts'
import type { AppEvents } from './events.ts'
import type { AppModule } from './module.ts'
import { accountsModule } from './modules/accounts/module.ts'
import { accreditationsModule } from './modules/accreditations/module.ts'
import { analyticsModule } from './modules/analytics/module.ts'
import { audiencesModule } from './modules/audiences/module.ts'
import { backupsModule } from './modules/backups/module.ts'
import { bookingsModule } from './modules/bookings/module.ts'
import { brokersModule } from './modules/brokers/module.ts'
import { calendarsModule } from './modules/calendars/module.ts'
import { callsModule } from './modules/calls/module.ts'
import { campaignsModule } from './modules/campaigns/module.ts'
import { contestsModule } from './modules/contests/module.ts'
import { dashboardModule } from './modules/dashboard/module.ts'
import { diallingModule } from './modules/dialling/module.ts'
import { documentsModule } from './modules/documents/module.ts'
import { figuresModule } from './modules/figures/module.ts'
import { messagesModule } from './modules/messages/module.ts'
import { micrositesModule } from './modules/microsites/module.ts'
import { notificationsModule } from './modules/notifications/module.ts'
import { portalModule } from './modules/portal/module.ts'
import { scoringModule } from './modules/scoring/module.ts'
import { sealsModule } from './modules/seals/module.ts'
import { surveillanceModule } from './modules/surveillance/module.ts'
import { systemModule } from './modules/system/module.ts'
import { tasksModule } from './modules/tasks/module.ts'
import { telephonyModule } from './modules/telephony/module.ts'
import { vendorHooks } from './modules/telephony/vendor-hooks.ts'
import { vaultModule } from './modules/vault/module.ts'
import { webhooksModule } from './modules/webhooks/module.ts'
import type { Actor } from './platform/actor.ts'
import { createBus } from './platform/bus.ts'
import { createCtx } from './platform/ctx.ts'
import { openChangeFeed } from './platform/db/change-feed.ts'
import { type Connection, connect } from './platform/db/database.ts'
import { createDiskSpace, type DiskSpace } from './platform/disk-space.ts'
import type { Log } from './platform/log.ts'
import type { LogState } from './platform/log-output.ts'
import { openCalendars } from './providers/calendars.registry.ts'
import { createClamav } from './providers/files/clamav.ts'
import { openVaultKeys } from './providers/files/vault-keys.ts'
import { openBackups, openFileStore } from './providers/files.registry.ts'
import { withGreetings } from './providers/greeted-mails.ts'
import { createLogWitness } from './providers/log-witness.ts'
import { createMessaging } from './providers/messaging.registry.ts'
import type { Providers } from './providers/providers.ts'
import { createSignIns } from './providers/sign-in/better-auth.ts'
import { openVendors, vendorsByName } from './providers/vendors.registry.ts'
import { createVoice, openSimulator } from './providers/voice.registry.ts'
import { createWebPush } from './providers/web-push.ts'
import type { DB } from './schema.gen.ts'
import { logSigner, pushKey, vaultKeySource } from './secrets.ts'
import { serve } from './serve.ts'
import { topicsOfTables } from './topics-of-tables.ts'
import { createWorkers } from './workers.ts'

/** In module order: an import points only up this list, the other way is an event. */
export const modules: readonly AppModule[] = [
  accountsModule,
  figuresModule,
  brokersModule,
  audiencesModule,
  messagesModule,
  bookingsModule,
  calendarsModule,
  vaultModule,
  documentsModule,
  accreditationsModule,
  contestsModule,
  campaignsModule,
  micrositesModule,
  callsModule,
  diallingModule,
  telephonyModule,
  tasksModule,
  notificationsModule,
  surveillanceModule,
  scoringModule,
  sealsModule,
  webhooksModule,
  backupsModule,
  dashboardModule,
  analyticsModule,
  systemModule,
  portalModule,
]

const topicsByName: Readonly<Record<string, readonly Topic[]>> = topicsOfTables
const topicsOf = (table: string): readonly Topic[] =>
  (Object.hasOwn(topicsByName, table) ? topicsByName[table] : undefined) ?? []

/**
 * Each connection plans a statement up to six times: with twenty connections, a call costs PostgreSQL an eighth more.
 */
const POOL_SIZE = 10
const MB = 1024 * 1024

export interface AppOptions {
  config: Config
  databaseUrl: string
  /** Excess rights of the database's role, in a sentence; null or undefined: none. */
  databaseExcess?: string | null | undefined
  secret: string
  log: Log
  /** The log's state; without it every write counts as successful. */
  logState?: () => LogState
  /** The free bytes of a folder's disk; defaults to a query of the system. */
  freeBytes?: (folder: string) => Promise<number>
  /** Public pages and mails, as built. */
  pages: Pages
  /** The real time; a test may hold it still. */
  now?: () => Date
  /** Serve the built bundles; needs them to be there. */
  webFiles: boolean
}

export interface App {
  server: FastifyInstance
  connection: Connection<DB>
  providers: Providers
  /** A context for work without a request. */
  ctx(actor?: Actor<StaffRole>): Ctx
  /** Starts dispatcher, simulator, jobs. */
  startWorkers(): Promise<void>
  /** Drains: accepts no new work, finishes running work, then closes the connections. */
  close(): Promise<void>
}

/** The composition root: the only place that imports all modules and providers. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, databaseUrl, log } = options
  const now = options.now ?? (() => new Date())
  const logState = options.logState ?? (() => ({ failure: null, lost: 0 }))
  const disk = createDiskSpace({
    folders: foldersOf(config),
    reserveBytes: config.diskReserveMb * MB,
    freeBytes: options.freeBytes,
  })
  const connection = connect<DB>(
    databaseUrl,
    POOL_SIZE,
    (error) => log.warn({ err: error }, 'idle connection broke'),
    disk.note,
  )
  const stored = await openStorage(options, connection, disk)
  const bus = createBus<AppEvents, Ctx>(modules.map(({ listeners }): AppListeners => listeners ?? {}))
  const system = (name: string): Actor<StaffRole> => ({ kind: 'system', name })
  const makeCtx = (actor: Actor<StaffRole>, requestId: string = randomUUID()): Ctx =>
    createCtx({ db: connection.db, now, actor, requestId, log, providers, bus, topicsOf })
  const outside = { config, db: connection.db, log, now }
  const hooks = vendorHooks(() => makeCtx(system('vendor')))
  const simulator = await openSimulator({
    ...outside,
    sink: hooks.sink,
    offerTimes: hooks.offerTimes,
    offerCallback: hooks.offerCallback,
    personClock: hooks.personClock,
    choiceResult: hooks.choiceResult,
    rules: { isFictitious: hooks.isFictitious, nextWholeCountryLegal },
  })
  const vendors = await openVendors({ ...outside, hooks, simulatedClock: simulator })
  const voice = createVoice(config, { simulator, live: vendors.live })
  const providers: Providers = {
    voice,
    scriptReader: voice.scriptReader,
    vendors: vendorsByName(vendors),
    ...createSignIns({
      ...{ db: connection.db, secret: options.secret, publicUrl: config.publicUrl },
      allowPrivateIssuers: config.demo,
    }),
    ...stored,
    backups: await openBackups(config, databaseUrl, log),
    disk,
    scanner: config.clamav && createClamav(config.clamav),
    messaging: await createMessaging(config, vendors.live),
    ...(await openCalendars(config, log)),
    push: await openPush(config),
    logSigner: await logSigner(config),
    logWitness: config.witness && createLogWitness(config.witness),
    pages: withGreetings(options.pages),
    tracing: await openTraces(config, log),
    installation: {
      version: config.version,
      dataFlows: dataFlows(config),
      production: config.production,
      demo: config.demo,
      externalDatabase: config.databaseUrl !== null,
      databaseExcess: options.databaseExcess ?? null,
      rateLimits: config.rateLimits,
      requireTwoFactor: config.requireTwoFactor,
      calendarHosts: config.calendarHosts,
      asicDataUrl: config.asicDataUrl,
      newsFeeds: config.newsFeeds,
      logState,
    },
    publicUrl: config.publicUrl,
    secret: options.secret,
  }
  const feed = await openChangeFeed({ databaseUrl, log })
  // a process that had no number to call from learns here that one was chosen
  feed.subscribe((topics) => {
    if (!topics.includes('phone-numbers')) return
    vendors.refreshNumbers().catch((error: unknown) => log.warn({ err: error }, 'calling numbers not read'))
  })
  const runtimes = modules.flatMap(
    (module) =>
      module.createRuntime?.({
        ctx: (name) => makeCtx(system(name)),
        feed,
        servesPages: options.webFiles,
      }) ?? [],
  )
  const server = await serve({
    ...{ config, log, now, webFiles: options.webFiles, connection, feed, providers, makeCtx },
    routes: [
      ...modules.flatMap((module) => module.routes ?? []),
      ...runtimes.flatMap((runtime) => runtime.routes),
    ],
  })
  const running = createWorkers({
    modules,
    connection,
    feed,
    makeCtx,
    log,
    tracing: providers.tracing,
    voiceWorkers: voice.workers,
  })
  return {
    server,
    connection,
    providers,
    ctx: (actor = system('system')) => makeCtx(actor),
    startWorkers: running.start,
    async close() {
      await server.close()
      await Promise.all(runtimes.map((runtime) => runtime.close()))
      await running.stop()
      await providers.tracing?.close()
      await feed.close()
      await voice.close()
      await connection.close()
    },
  }
}

/** The folders on disks of this machine. */
const foldersOf = ({ dataDir, databaseUrl, s3 }: Config): Record<string, string> => ({
  ...(databaseUrl === null && { database: join(dataDir, 'postgres') }),
  ...(s3 === null && { files: join(dataDir, 'files') }),
})

/** The SDK is loaded only where traces are sent. */
async function openTraces({ traces, version }: Config, log: Log): Promise<Providers['tracing']> {
  if (traces === null) return null
  const { openOtlpTraces } = await import('./platform/traces/otlp-traces.ts')
  return openOtlpTraces(traces, version, log)
}

/** Push messages to devices of the staff; null where no key is given. */
async function openPush(config: Config): Promise<Providers['push']> {
  const privateKey = await pushKey(config)
  const { publicUrl, demo } = config
  return privateKey === null ? null : createWebPush({ privateKey, publicUrl, allowPrivate: demo })
}

/** Store and keys of the vault. Nothing is opened or changed where the two do not fit together. */
async function openStorage(
  { config, log }: AppOptions,
  connection: Connection<DB>,
  disk: DiskSpace,
): Promise<Pick<Providers, 'files' | 'vault'>> {
  try {
    const vault = await openVaultKeys(connection.db, vaultKeySource(config))
    return { vault, files: await openFileStore(config, log, disk) }
  } catch (error) {
    await connection.close()
    throw error
  }
}
