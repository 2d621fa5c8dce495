import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ScoreRow } from '#contract/scoring/scoring.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { calculateMonth, loanLines, takeLoans } from '#test/worlds/scoring-world.ts'

const MONTH = '2026-10'
const NOW = new Date('2026-11-23T02:00:00Z')

let app: TestApp
let compliance: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

// Covers: scoring-5
it('marks brokers who are suspended after its calculation, and keeps their score', async () => {
  const admin = await staffClient(app, 'admin')
  const add = async (name: string, at: number): Promise<number> => {
    const contact = { name, phone: `(02) 5550 000${at}`, email: `b${at}@example.com`, region: 'NSW' }
    return (await admin.send('POST', '/api/brokers', { ...contact, asicNumber: `99010${at}` })).json().id
  }
  const star = await add('Star Fraser', 0)
  await add('Quiet Rossi', 1)
  await takeLoans(
    compliance,
    loanLines('S', 24, { asic: '990100', credit: '800', lvr: '66', approved: '2026-10-15' }),
  )
  await calculateMonth(app, compliance, MONTH)
  const details = async (): Promise<ScoreRow> =>
    (await compliance.get(`/api/scoring/brokers/${star}/${MONTH}`)).json()
  const since = async () => [
    (await details()).broker.suspendedSince,
    ...(await compliance.get(`/api/scoring/broker-scores/${MONTH}?sort=-name`))
      .json<ScoreRow[]>()
      .map(({ broker }) => broker.suspendedSince),
  ]
  const review = async (action: string): Promise<void> => {
    const answer = await compliance.send('POST', `/api/surveillance/brokers/${star}/review`, {
      ...{ action, notes: 'As the register says' },
    })
    expect(answer.statusCode, answer.body).toBe(200)
  }

  expect(await since()).toEqual([null, null, null])
  const stored = (await details()).score
  expect(stored).toMatchObject({ tier: 'Reward', gates: [] })
  await review('suspend')
  expect(await since()).toEqual([NOW.toISOString(), NOW.toISOString(), null])
  expect((await details()).score).toEqual(stored)
  const { body } = await compliance.get(`/api/scoring/broker-scores/${MONTH}/export`)
  const marked = body
    .trim()
    .split('\r\n')
    .filter((line) => line.endsWith(`,${sydneyDate(NOW)}`))
  expect(marked).toEqual([expect.stringContaining('Star Fraser')])
  await review('reinstate')
  expect(await since()).toEqual([null, null, null])
})
