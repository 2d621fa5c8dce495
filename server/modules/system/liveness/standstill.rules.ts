import type { QueueName, Standstill } from '#contract/system/liveness.ts'

/** A queue with due work and no progress for this long has stalled. */
const STANDS_AFTER_SECONDS = 30
/** A worker gives a sign every ten seconds. */
const SILENT_AFTER_SECONDS = 30

export interface QueueFacts {
  queue: QueueName
  /** How long the oldest row has been due; 0: none is. */
  oldestSeconds: number
  /** Seconds without progress although something is due; 0: nothing is due, or work is in progress. */
  idleSeconds: number
}

export interface WorkerFacts {
  worker: string
  /** Since the latest sign of any process. */
  silentSeconds: number
}

const WHAT_WAITS: Record<QueueName, string> = {
  calls: 'Calls are due and none has been placed',
  messages: 'Emails or text messages are due and none has been sent',
  jobs: 'Background jobs are due and none has been started',
}
const QUEUE_WORKERS: Record<QueueName, string> = {
  calls: 'dispatcher',
  messages: 'outbox',
  jobs: 'background jobs',
}

/** Describes standstills in sentences that include what to do. */
export function standstills(queues: readonly QueueFacts[], workers: readonly WorkerFacts[]): Standstill[] {
  const heard = workers.filter(({ silentSeconds }) => silentSeconds < SILENT_AFTER_SECONDS)
  const standing = queues.filter(({ idleSeconds }) => idleSeconds >= STANDS_AFTER_SECONDS)
  if (heard.length === 0) {
    const lastSeen = Math.min(...workers.map(({ silentSeconds }) => silentSeconds))
    const since = Number.isFinite(lastSeen) ? `for ${spoken(lastSeen)}` : 'yet'
    return [
      {
        what: 'workers',
        seconds: Number.isFinite(lastSeen) ? Math.round(lastSeen) : null,
        text: `No worker has given a sign of life ${since}: no calls are placed and nothing is sent. Start a worker (ROLE=worker or all).`,
      },
      ...standing.map(standingQueue),
    ]
  }
  const covered = new Set(standing.map(({ queue }) => QUEUE_WORKERS[queue]))
  const silent = workers.filter(
    ({ worker, silentSeconds }) => silentSeconds >= SILENT_AFTER_SECONDS && !covered.has(worker),
  )
  return [
    ...standing.map(standingQueue),
    ...silent.map(({ worker, silentSeconds }) => ({
      what: 'workers' as const,
      seconds: Math.round(silentSeconds),
      text: `The worker "${worker}" has given no sign of life for ${spoken(silentSeconds)}. Look into its log, and start it again.`,
    })),
  ]
}

function standingQueue({ queue, idleSeconds }: QueueFacts): Standstill {
  return {
    what: queue,
    seconds: Math.round(idleSeconds),
    text: `${WHAT_WAITS[queue]} for ${spoken(idleSeconds)}. Look into the log of the worker, and start it again.`,
  }
}

/** e.g. '40 seconds', '3 minutes', '2 hours' */
function spoken(seconds: number): string {
  const [count, unit] =
    seconds < 90
      ? [Math.round(seconds), 'second']
      : seconds < 5_400
        ? [Math.round(seconds / 60), 'minute']
        : [Math.round(seconds / 3_600), 'hour']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
