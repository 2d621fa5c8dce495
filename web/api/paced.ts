/**
 * Milliseconds between two refreshes, so that a busy campaign leaves time for everything else. Together with the
 * duration of a refresh they are shorter than the interval of the server's ticks, so each tick is followed by a
 * refresh.
 */
export const REST_MS = 500
/**
 * After a slow refresh the next one waits twice its duration, up to this many milliseconds, to reduce load on a slow
 * server.
 */
export const REST_WHEN_SLOW_MS = 1_000
/**
 * Milliseconds between refreshes of data that is expensive to compute, or that seldom changes but is announced all the
 * time.
 */
export const LONG_REST_MS = 30_000
/** A refresh that takes longer than this does not hold up the next one. */
export const PATIENCE_MS = 5_000

interface PacedOptions {
  refresh: (topics: readonly string[]) => Promise<unknown>
  /** Milliseconds between the end of a refresh and the next one, at least. */
  rest: number
  setTimer: (run: () => void, ms: number) => number
  clearTimer: (timer: number) => void
  /** Milliseconds, counted from any moment. */
  now: () => number
}

interface Paced {
  announce: (topics: readonly string[]) => void
  stop: () => void
}

/**
 * Runs one refresh at a time: immediately when idle, otherwise with all topics gathered once the current refresh has
 * ended. A refresh for every announcement would abort each fetch that takes longer than the interval between two, and
 * the screen would not update during the busiest times.
 */
export function paced({ refresh, rest, setTimer, clearTimer, now }: PacedOptions): Paced {
  const gathered = new Set<string>()
  let timer: number | undefined
  let isBusy = false
  let isStopped = false

  const wait = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      timer = setTimer(resolve, ms)
    })
  const cancelTimer = (): void => {
    if (timer !== undefined) clearTimer(timer)
    timer = undefined
  }
  const run = async (): Promise<void> => {
    isBusy = true
    while (gathered.size > 0 && !isStopped) {
      const topics = [...gathered]
      gathered.clear()
      const began = now()
      await Promise.race([refresh(topics).catch(() => undefined), wait(PATIENCE_MS)])
      cancelTimer()
      const twiceAsLong = 2 * (now() - began)
      if (!isStopped) await wait(Math.max(rest, Math.min(twiceAsLong, REST_WHEN_SLOW_MS)))
    }
    isBusy = false
  }
  return {
    announce(topics) {
      for (const topic of topics) gathered.add(topic)
      if (!isBusy && gathered.size > 0) void run()
    },
    stop() {
      isStopped = true
      cancelTimer()
    },
  }
}
