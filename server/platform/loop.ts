import type { Log } from './log.ts'

/** Background work of a process. */
export interface Worker {
  start(): void
  /** Resolves when the current turn is done. */
  stop(): Promise<void>
  /** When it was last seen in order; left out where it works only once. */
  sign?(): Sign
}

export interface Sign {
  name: string
  /** Milliseconds since the last successful turn ended; 0 while it waits for the next one after such a turn. */
  silentMs: number
}

export interface Loop extends Worker {
  sign(): Sign
  /** Schedules the next turn soon, even while one is running. */
  wake(): void
}

/** The context of a turn; its log has the turn's own fields. */
interface Logging {
  log: Log
}

export interface LoopOptions<Context extends Logging> {
  /** The name shown to people, e.g. 'dispatcher'. */
  name: string
  /** A fresh context for one turn. */
  context(): Context
  /** One turn. @param signal aborted on stop */
  turn(context: Context, signal: AbortSignal): Promise<void>
  /** Called after each turn. @returns milliseconds until work is due; null if none is scheduled */
  dueInMs?(): Promise<number | null>
  /** The longest time between two turns: finds work without a wake-up. */
  everyMs: number
  /** The shortest time between two turns, so that changes made at about the same time share one. */
  soonMs?: number
  /** The pause after a first error; defaults to `everyMs`. */
  retryMs?: number
  /** Wakes the loop on events from elsewhere. @returns the unsubscriber */
  subscribe?(wake: () => void): () => void
  /** The sentence in the log for a turn that failed. */
  failure: string
}

/**
 * Each further error in a row doubles the pause up to this, so that all loops resume within five seconds of the end of
 * an outage; waking the loop meanwhile does not shorten it.
 */
const LONGEST_PAUSE_MS = 4_000
/** An outage is reported when it begins, then as often as this, then when it is over: no log grows with its length. */
const REPORT_MS = 60_000

/** Runs turns until it is stopped, one at a time. */
export function createLoop<Context extends Logging>(options: LoopOptions<Context>): Loop {
  const { everyMs, soonMs = 0, retryMs = everyMs } = options
  let running: AbortController | null = null
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()
  let woken = false
  let errors = 0
  let reportedAt = 0
  /** When a turn began while all was well. */
  let wellSince = performance.now()
  let isWaiting = false
  let unsubscribe = (): void => undefined

  async function runTurn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    woken = false
    if (isWaiting) wellSince = performance.now()
    isWaiting = false
    const context = options.context()
    let pause = everyMs
    try {
      await options.turn(context, signal)
      pause = Math.max(soonMs, Math.min(everyMs, (await options.dueInMs?.()) ?? everyMs))
      if (errors > 0) context.log.info({ failures: errors, failure: options.failure }, 'recovered')
      errors = 0
      isWaiting = true
    } catch (err) {
      errors += 1
      if (errors === 1 || performance.now() - reportedAt >= REPORT_MS) {
        reportedAt = performance.now()
        context.log.error({ err, failures: errors }, options.failure)
      }
      pause = Math.min(LONGEST_PAUSE_MS, retryMs * 2 ** (errors - 1))
    }
    if (!signal.aborted) schedule(signal, woken && errors === 0 ? soonMs : pause)
  }

  function schedule(signal: AbortSignal, ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => {
      timer = undefined
      turn = turn.then(() => runTurn(signal))
    }, ms)
  }

  function wake(): void {
    // repeated waking must not delay the next turn; a running turn checks `woken` when it ends
    if (running && timer && !woken && errors === 0) schedule(running.signal, soonMs)
    woken = true
  }

  return {
    wake,
    sign: () => ({ name: options.name, silentMs: isWaiting ? 0 : performance.now() - wellSince }),
    start() {
      if (running) return
      running = new AbortController()
      unsubscribe = options.subscribe?.(wake) ?? unsubscribe
      schedule(running.signal, 0)
    },
    async stop() {
      running?.abort()
      running = null
      unsubscribe()
      clearTimeout(timer)
      timer = undefined
      await turn
    },
  }
}

export interface StarterOptions<Context extends Logging> {
  context(): Context
  run(context: Context): Promise<void>
  /** The sentence in the log if it fails. */
  failure: string
}

/** Work done once, when a process starts; if it fails, a job tries again later. */
export function createStarter<Context extends Logging>(options: StarterOptions<Context>): Worker {
  let run: Promise<void> = Promise.resolve()
  return {
    start() {
      const context = options.context()
      run = options.run(context).catch((err: unknown) => context.log.warn({ err }, options.failure))
    },
    stop: () => run,
  }
}
