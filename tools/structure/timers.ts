import { isTest, type SourceFile } from './sources.ts'

/** Where the server may use timers of its own, and why that is no loop which plans itself again. */
const ALLOWED: Readonly<Record<string, string>> = {
  'server/platform/loop.ts': 'the one helper for loops',
  'server/main.ts': 'ends a process that does not drain',
  'server/platform/db/attempt.ts': 'a pause between six attempts at most',
  'server/platform/db/prepare-database.ts': 'waits a minute at most for tables that another process changes',
  'server/platform/db/embedded/ownership.ts': 'waits for a database that starts',
  'server/platform/db/embedded/postmaster.ts': 'waits for a database that starts or stops',
  'server/platform/db/embedded/start-lock.ts': 'waits for another process that starts',
  'server/platform/http/draining.ts': 'the end of requests that do not end, once',
  'server/platform/http/health.ts': 'the end of a check that does not answer',
  'server/platform/http/live.ts':
    'heartbeat and end of one browser’s stream, which touch nothing but its connection',
  'server/platform/http/ticks.ts': 'the end of a pause in which changes gather, which cannot fail',
  'server/platform/http/steady-answer.ts': 'the time of one answer, which ends with it',
  'server/platform/http/slow-bodies.ts': 'looks at open connections in memory, which cannot fail',
  'server/platform/jobs/queue-pool.ts': 'growing pauses for one connection that the queue waits for',
  'server/platform/traces/otlp-traces.ts':
    'the end of a last request to the collector, when the process stops',
  'server/modules/calls/dispatch/pace.ts': 'the turn of one call, which ends after 40 seconds',
  'server/modules/calls/intake/batching.ts':
    'the end of a lane’s patience with one transaction, which cannot fail',
  'server/providers/files/clamav.ts': 'the end of a scan that does not answer',
  'server/providers/smtp/smtp.ts': 'the end of a good-bye that is not answered',
  'server/providers/twilio/sms.ts': 'the end of a request that is not answered',
  'server/providers/twilio/checks/checks.ts': 'the end of a step that is not answered',
  'server/providers/twilio/voice/within-silence.ts': 'the longest silence that a caller hears',
  'server/providers/vapi/vendor.ts': 'the longest silence that a caller hears',
}

const TIMER = /\bset(?:Timeout|Interval)\b/

/**
 * Self-rescheduling loops must use `createLoop`: one timer, one turn at a time, growing pauses and few log lines during
 * an outage.
 */
export function checkTimers(
  files: readonly SourceFile[],
  allowed: Readonly<Record<string, string>> = ALLOWED,
): string[] {
  const users = files
    .filter(({ path, text }) => path.startsWith('server/') && !isTest(path) && TIMER.test(text))
    .map(({ path }) => path)
  return [
    ...users
      .filter((path) => !Object.hasOwn(allowed, path))
      .map(
        (path) =>
          `${path}: uses a timer; make a loop with createLoop, or add it to tools/structure/timers.ts`,
      ),
    ...Object.keys(allowed)
      .filter((path) => !users.includes(path))
      .map((path) => `tools/structure/timers.ts: ${path} uses no timer any more`),
  ]
}
