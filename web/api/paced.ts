/**
 * After a refresh the next one waits this long, so that a busy campaign leaves time for everything else. With the time that a
 * refresh takes it is less than what lies between two ticks of the server: a screen asks right after each.
 */
export const REST_MS = 500
/** Where a refresh took long, the next one waits twice as long as it took, up to this: who is slow is not asked more often. */
export const REST_WHEN_SLOW_MS = 1_000
/** The rest of what is dear to work out, or seldom differs though it is announced all the time. */
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
 * Refreshes announced topics one refresh after the other: at once when nothing goes on, else what has gathered when
 * the current one is through. Refreshing at every announcement would abort fetches that take longer than the pause
 * between two, and a screen would stand still just when most happens.
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
