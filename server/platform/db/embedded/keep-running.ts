import type { Log } from '#server/platform/log.ts'
import { createLoop } from '#server/platform/loop.ts'
import { errorLine } from '#server/platform/startup-error.ts'
import { acquireOwnership, type Ownership } from './ownership.ts'
import { isPostmasterOf, type PidFile } from './pid-file.ts'

interface KeepOptions {
  /** The cluster's data folder. */
  data: string
  running: PidFile
  /** Where the ownership is taken. */
  url: string
  /** Starts PostgreSQL on the same port, where the application's connections look for it. */
  startAgain(): Promise<PidFile>
  log: { warn(message: string): void } | undefined
  /** Called once when another process has taken the cluster over. */
  onLost(reason: string): void
}

export interface KeptRunning {
  /** The process number of the PostgreSQL that runs now. */
  pid(): number
  /** @returns whether there was still an ownership to give up */
  giveUp(): Promise<boolean>
}

/** The first of the growing pauses between attempts to start it again. */
const RETRY_MS = 250
/** Only an attempt that failed is followed by another. */
const NEVER_MS = 2_147_483_647

/**
 * Owns a running cluster and starts it again whenever it ends under us: killed by the system, or because its disk is full,
 * where PostgreSQL ends itself. Until then requests are answered as while any database is away.
 * @returns undefined when another living process owns it
 */
export async function keepRunning(options: KeepOptions): Promise<KeptRunning | undefined> {
  const { data, url, log } = options
  let current = options.running
  let ours = true
  let ownership: Ownership | undefined

  const lose = (reason: string): void => {
    ours = false
    options.onLost(reason)
  }
  const own = (): Promise<Ownership | undefined> =>
    acquireOwnership({
      url,
      isRunning: () => isPostmasterOf(data, current.pid),
      onEnded() {
        log?.warn('PostgreSQL has ended unexpectedly. It is started again.')
        revival.start()
      },
      onTaken: () => lose('another process has taken over the database'),
    })

  const revival = createLoop({
    name: 'embedded PostgreSQL',
    context: () => ({ log: asLog(log) }),
    async turn() {
      current = await options.startAgain()
      ownership = await own()
      // not awaited: it would wait for this turn
      void revival.stop()
      if (ownership) log?.warn('PostgreSQL runs again.')
      else lose('another process has taken over the database')
    },
    everyMs: NEVER_MS,
    retryMs: RETRY_MS,
    failure: 'PostgreSQL could not be started again',
  })

  ownership = await own()
  if (!ownership) return undefined
  return {
    pid: () => current.pid,
    async giveUp() {
      const had = ours
      ours = false
      await revival.stop()
      await ownership?.giveUp()
      return had
    },
  }
}

/** A loop's log out of one that takes sentences. */
const asLog = (log: KeepOptions['log']): Log =>
  ({
    error: ({ err }: { err: unknown }, text: string) => log?.warn(`${text}: ${errorLine(err)}`),
    info: () => undefined,
  }) as unknown as Log // a loop calls these two alone
