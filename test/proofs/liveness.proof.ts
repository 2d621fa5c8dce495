// Shows that stalled work is reported: a process without workers that answers requests, with a mail to be sent and
// calls to be placed, reports this within a minute in readiness, metrics and settings and to every screen, and stops
// within a minute of a worker's start. Run: node test/proofs/liveness.proof.ts
import { setTimeout as delay } from 'node:timers/promises'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { liveness } from '#contract/system/liveness.ts'
import type { systemInfo } from '#contract/system/system.ts'
import { startDatabase } from '../database.ts'
import { startSmtpServer } from '../doubles/smtp-server.ts'
import { type Client, signIn } from '../product/client.ts'
import { startServer } from '../product/server.ts'
import { createFigures, seconds } from './outage/figures.ts'
import { admin, external, installation } from './outage/installation.ts'

const LIMIT_MS = 60_000
const LOOK_MS = 1_000
const BROKERS = 5

const figures = createFigures()
const database = await startDatabase()
const smtp = await startSmtpServer()
const env = {
  ...installation,
  ...(await external(database.url)),
  ...{ SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', SIM_SPEED: '60' },
}
const owner = { DATABASE_OWNER_URL: database.ownerUrl }
const web = await startServer({ env: { ...env, ...owner, ROLE: 'web' } })
try {
  const api = await signIn(web.url, admin)
  const started = performance.now()
  await api.post('/api/users', {
    ...{ email: 'new.lender@example.com', firstName: 'Nora', lastName: 'Lund' },
    role: 'lender',
  })
  await startCampaign(api)
  await told(api, { since: started, standing: true })
  const worker = await startServer({ env: { ...env, ROLE: 'worker' } })
  try {
    await told(api, { since: performance.now(), standing: false })
    figures.tell('mails sent', String(smtp.mails.length), smtp.mails.length > 0)
  } finally {
    await worker.stop()
  }
} finally {
  await web.stop()
  await smtp.close()
  await database.stop()
}
const { faults } = figures.end()
process.exitCode = faults > 0 ? 1 : 0

/** A campaign over a few brokers, added one by one: an import would wait for a worker as well. */
async function startCampaign(api: Client): Promise<void> {
  for (let number = 1; number <= BROKERS; number++) {
    await api.post('/api/brokers', {
      ...{ name: `Wei Li ${number}`, email: `wei.li.${number}@example.com` },
      ...{ phone: `02 5550 000${number}`, region: 'NSW', callBasis: 'relationship' },
    })
  }
  const { id } = await api.post<{ id: number }>('/api/campaigns', {
    ...{ name: 'Waits', product: 'Premium Home Loan', callScript: 'Hello {{firstName}}' },
  })
  await api.post(`/api/campaigns/${id}/start-calls`)
}

/** Each of the places, and whether it reports that calls, messages and workers are stalled. */
async function places(api: Client): Promise<Record<string, boolean>> {
  const ready = await (await fetch(`${web.url}/readyz`)).text()
  const metrics = await (await fetch(`${web.url}/metrics`)).text()
  const { services, service } = await api.get<ReturnsOf<typeof systemInfo>>('/api/system')
  const { standstills } = await api.get<ReturnsOf<typeof liveness>>('/api/system/liveness')
  const inSettings = services.find(({ name }) => name === 'Workers')?.detail ?? ''
  const all = (text: string): boolean =>
    [/No worker/, /Calls are due/, /messages are due/].every((sentence) => sentence.test(text))
  return {
    readiness: all(ready) && ready.includes('degraded'),
    metrics: Number(/^standstills (\d+)$/m.exec(metrics)?.[1]) >= 3,
    settings: all(inSettings) && service === 'Inactive',
    'every screen': all(standstills.map(({ text }) => text).join(' ')),
  }
}

/** Waits until all places report it, or none does, and records the delay of each. */
async function told(api: Client, { since, standing }: { since: number; standing: boolean }): Promise<void> {
  const at = new Map<string, number>()
  while (performance.now() - since < LIMIT_MS + LOOK_MS) {
    const said = Object.entries(await places(api))
    for (const [place, says] of said)
      if (says === standing && !at.has(place)) at.set(place, performance.now() - since)
    if (at.size === said.length) break
    await delay(LOOK_MS)
  }
  for (const place of ['readiness', 'metrics', 'settings', 'every screen']) {
    const ms = at.get(place)
    const what = standing ? `without a worker, ${place} says so` : `with a worker, ${place} says so no more`
    figures.tell(
      what,
      ms === undefined ? 'never' : `after ${seconds(ms)}`,
      ms !== undefined && ms <= LIMIT_MS,
    )
  }
}
