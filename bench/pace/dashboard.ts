// A dashboard without a browser: it signs in, reads the stream of changes and refetches the concerned reads, with the
// console's own code for topics and pauses.

import { listActivities } from '#contract/brokers/timeline.ts'
import { callingClock } from '#contract/campaigns/calling-clock.ts'
import { listCampaigns } from '#contract/campaigns/campaigns.ts'
import { dashboardStats } from '#contract/dashboard/dashboard.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { liveness } from '#contract/system/liveness.ts'
import { countTasks } from '#contract/tasks/tasks.ts'
import { demoAdmin } from '#test/product/client.ts'
import { urlOf } from '#web/api/call.ts'
import { messageOf } from '#web/api/live.ts'
import { paced, REST_MS } from '#web/api/paced.ts'
import { concerns, keyOf } from '#web/api/topics.ts'

const reads: { endpoint: Endpoint; query?: object }[] = [
  { endpoint: dashboardStats },
  { endpoint: listCampaigns, query: { status: 'active', limit: 3 } },
  { endpoint: listActivities, query: { limit: 5 } },
  { endpoint: callingClock },
  { endpoint: countTasks },
  { endpoint: liveness },
]

export interface Traffic {
  requests: number
  bytes: number
}

export interface Dashboard {
  traffic(): Traffic
  close(): void
}

export async function openDashboard(url: string): Promise<Dashboard> {
  const cookie = await signInCookie(url)
  const end = new AbortController()
  const traffic: Traffic = { requests: 0, bytes: 0 }
  let liveProcess = ''
  const read = async ({ endpoint, query }: (typeof reads)[number]): Promise<void> => {
    const address = urlOf(endpoint, undefined, query)
    const answer = await fetch(url + address, {
      headers: { cookie, 'x-live': liveProcess },
      signal: end.signal,
    })
    if (!answer.ok) throw new Error(`${endpoint.path}: ${answer.status}`)
    traffic.requests += 1
    traffic.bytes += (await answer.arrayBuffer()).byteLength
  }
  const changes = paced({
    refresh: (topics) =>
      Promise.all(
        reads
          .filter(({ endpoint, query }) =>
            topics.some((topic) => concerns(keyOf(endpoint, undefined, query), topic)),
          )
          .map(read),
      ),
    rest: REST_MS,
    setTimer: (run, ms) => setTimeout(run, ms) as unknown as number,
    clearTimer: (timer) => clearTimeout(timer),
    now: () => performance.now(),
  })
  await Promise.all(reads.map(read))
  void listen(`${url}/api/events`, { cookie, signal: end.signal }, (data) => {
    traffic.bytes += data.length
    const message = messageOf(data)
    if (message.process !== undefined) liveProcess = message.process
    changes.announce(message.topics)
  })
  return {
    traffic: () => ({ ...traffic }),
    close() {
      changes.stop()
      end.abort()
    },
  }
}

async function listen(
  url: string,
  { cookie, signal }: { cookie: string; signal: AbortSignal },
  heard: (data: string) => void,
): Promise<void> {
  try {
    const stream = await fetch(url, { headers: { cookie }, signal })
    let text = ''
    for await (const chunk of stream.body ?? []) {
      text += Buffer.from(chunk).toString()
      const messages = text.split('\n\n')
      text = messages.pop() ?? ''
      for (const message of messages) if (message.startsWith('data: ')) heard(message.slice('data: '.length))
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function signInCookie(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoAdmin),
  })
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
