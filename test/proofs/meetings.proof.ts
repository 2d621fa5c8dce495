// Shows that meetings by voice are at the confirmed hour: campaigns over 300 brokers with 4 BDMs and 40 lines, at 60
// and at 600 times the pace of the clock, once with realistic outcomes and once where every broker books a meeting,
// while visitors book on the public page and BDMs take leave. Every meeting is at the hour that its transcript
// confirms, or its change is announced in SMS, email, timeline, summary and the call's events. Run: node
// test/proofs/meetings.proof.ts [brokers]
import { setTimeout as sleep } from 'node:timers/promises'
import type { Bdm } from '#contract/bookings/bdms.ts'
import type { AvailabilityDay, Booking } from '#contract/bookings/bookings.ts'
import type { BrokerImport } from '#contract/brokers/imports.ts'
import type { Call, CallDetails } from '#contract/calls/calls.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { type Client, signIn, until } from '../product/client.ts'
import { judgeMeeting } from '../product/meeting-checks.ts'
import { startServer } from '../product/server.ts'

const BROKERS = Number(process.argv[2] ?? 300)
const LINES = 40
const HOUR_MS = 3_600_000
const admin = { email: 'admin@lender.example.com', password: 'one-long-password-of-the-proof' }
/** The only accounts without the demo world. */
const empty = {
  DEMO: 'off',
  RATE_LIMITS: 'on',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
}
const BDMS = ['Dana Cole', 'Marco Ferri', 'Aisha Rahman', 'Tom Whitlock']
const runs = ['60', '600'].flatMap((speed) => [
  { speed, outcomes: 'realistic', digit: null },
  // by the last digit: every broker books a meeting
  { speed, outcomes: 'by-number', digit: 2 },
])

let faults = 0
for (const run of runs) faults += await play(run)
process.exitCode = faults > 0 ? 1 : 0

async function play({ speed, outcomes, digit }: (typeof runs)[number]): Promise<number> {
  // the calling clock begins at the real time, so that calls and visitors compete for the same days
  const clock = { SIM_SPEED: speed, SIM_OUTCOMES: outcomes, SIM_NOW: '' }
  const server = await startServer({ env: { ...empty, ...clock } })
  const problems: string[] = []
  try {
    const api = await signIn(server.url, admin)
    await addBdms(api)
    await addBrokers(api, digit)
    const campaign = await api.post<Campaign>('/api/campaigns', {
      name: `Meetings at ${speed}`,
      product: 'Premium Home Loan',
      callScript: 'Hello {{firstName}}, one sentence about our loan.',
      maxConcurrentCalls: LINES,
    })
    const trouble = makeTrouble(server.url, api)
    await api.post(`/api/campaigns/${campaign.id}/start-calls`)
    await untilEverybodyWasCalled(api, campaign.id)
    const done = await trouble.stop()
    const kinds = await judge(api, campaign.id, problems)
    const counts = JSON.stringify(kinds)
    console.log(`meetings at ${speed}, ${outcomes}: ${counts}, beside ${JSON.stringify(done)}`)
    const asked = Object.values(kinds).reduce((sum, count) => sum + count, 0)
    if (asked === 0) problems.push('nobody asked for a meeting')
  } finally {
    await server.stop()
  }
  for (const problem of problems.slice(0, 20)) console.error(problem)
  console.log(`${problems.length} problems`)
  return problems.length
}

async function addBdms(api: Client): Promise<void> {
  for (const name of BDMS) {
    const email = `${name.toLowerCase().replace(' ', '.')}@lender.example.com`
    await api.post('/api/bdms', { name, email })
  }
}

async function addBrokers(api: Client, digit: number | null): Promise<void> {
  const rows = Array.from({ length: BROKERS }, (_, index) => {
    const line = digit === null ? index : index * 10 + digit
    return `Broker ${index} Named,Kestrel Finance,(02) 7010 ${String(line).padStart(4, '0')},named.${index}@example.com,NSW`
  })
  const text = ['Name,Company,Phone,Email,State', ...rows].join('\n')
  const { id } = await api.upload<BrokerImport>('/api/brokers/imports', { name: 'named.csv', text })
  await api.post(`/api/brokers/imports/${id}/commit`)
  const imported = () => api.get<BrokerImport>(`/api/brokers/imports/${id}`)
  await until('the import', imported, ({ status }) => status === 'imported', 60)
}

/** Later attempts wait for another day: the first of each is enough. */
async function untilEverybodyWasCalled(api: Client, campaignId: number): Promise<void> {
  let quiet = 0
  await until(
    'everybody to be called',
    async () => {
      const { progress, totalCalls } = await api.get<Campaign>(`/api/campaigns/${campaignId}`)
      const called = totalCalls >= progress.enrolled * 0.95 && progress.inFlight === 0
      quiet = called ? quiet + 1 : 0
      return quiet
    },
    (times) => times >= 20,
    900,
  )
  await api.patch(`/api/campaigns/${campaignId}`, { status: 'paused' })
  const open = () => api.get<Campaign>(`/api/campaigns/${campaignId}`)
  await until('the last calls to end', open, ({ progress }) => progress.inFlight === 0, 120)
}

/** Visitors who book the next free time, and BDMs who take an hour of leave and cancel it. */
function makeTrouble(url: string, api: Client): { stop(): Promise<Record<string, number>> } {
  const done = { visitors: 0, late: 0, leave: 0 }
  let going = true
  async function visitors(): Promise<void> {
    for (let count = 0; going; count++) {
      const [start] = await freeStarts(url)
      if (start) {
        const visitor = { name: `Vic ${count}`, email: `vic.${count}@example.com`, phone: '(02) 5550 1234' }
        const meeting = { meetingType: 'general-inquiry', scheduledDate: start, attendees: 1 }
        const answer = await fetch(`${url}/api/bookings`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            ...visitor,
            ...meeting,
            phone: `(02) 5550 ${String(count).padStart(4, '0')}`,
          }),
        })
        if (answer.status === 201) done.visitors++
        // late, or one of too many from one network
        else if (answer.status === 409 || answer.status === 429) done.late++
        else throw new Error(`a visitor was answered ${answer.status}: ${await answer.text()}`)
      }
      await sleep(1000)
    }
  }
  async function leave(): Promise<void> {
    const bdms = await api.get<Bdm[]>('/api/bdms')
    for (let count = 0; going; count++) {
      const bdm = bdms[count % bdms.length]
      const starts = await freeStarts(url)
      // before the first free time lie those that are held
      const from = Date.parse(starts[0] ?? '') - (count % 3) * HOUR_MS
      if (bdm && Number.isFinite(from)) {
        const span = { from: new Date(from).toISOString(), to: new Date(from + 6 * HOUR_MS).toISOString() }
        await api.post(`/api/bdms/${bdm.id}/leave`, { ...span, reason: 'Dentist' })
        done.leave++
      }
      await sleep(1500)
    }
  }
  const work = Promise.all([visitors(), leave()])
  return {
    async stop() {
      going = false
      await work
      return done
    },
  }
}

async function freeStarts(url: string): Promise<string[]> {
  const day = (ahead: number): string =>
    new Date(Date.now() + ahead * 24 * HOUR_MS).toISOString().slice(0, 10)
  const answer = await fetch(`${url}/api/bookings/availability?from=${day(1)}&to=${day(40)}`)
  const days = (await answer.json()) as AvailabilityDay[] // the contract's answer
  return days.flatMap(({ slots }) => slots.filter(({ available }) => available).map(({ start }) => start))
}

async function judge(api: Client, campaignId: number, problems: string[]): Promise<Record<string, number>> {
  const [calls, bookings] = await Promise.all([
    api.all<Call>(`/api/calls?campaignId=${campaignId}`),
    api.all<Booking>('/api/bookings'),
  ])
  const byCall = new Map(
    bookings.filter(({ status }) => status !== 'cancelled').map((one) => [one.callId, one]),
  )
  const kinds: Record<string, number> = { exact: 0, corrected: 0, changed: 0, unnamed: 0, none: 0 }
  for (const { id } of calls.filter(({ response }) => response === 'option_2')) {
    const verdict = judgeMeeting(await api.get<CallDetails>(`/api/calls/${id}`), byCall.get(id))
    kinds[verdict.kind] = (kinds[verdict.kind] ?? 0) + 1
    problems.push(...verdict.faults.map((fault) => `call ${id}: ${fault}`))
  }
  return kinds
}
