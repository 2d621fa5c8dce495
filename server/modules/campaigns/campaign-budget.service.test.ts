import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

const fields = { name: 'Spring', product: 'Flex', callScript: 'Hello {{firstName}} of {{company}}' }

let app: TestApp
let lender: Client

beforeAll(async () => {
  app = await createTestApp()
  lender = await staffClient(app, 'lender')
})
afterAll(() => app?.close())

async function create(given: object = {}): Promise<Campaign> {
  const answer = await lender.send('POST', '/api/campaigns', { ...fields, ...given })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<Campaign>()
}

const change = (id: number, changes: object) => lender.send('PATCH', `/api/campaigns/${id}`, changes)

describe('the budget', () => {
  const BUDGET = 'Enter an amount above 0 with at most two decimals, such as 250 or 250.50'
  const budgetError = async (budget: unknown): Promise<unknown> =>
    (await lender.send('POST', '/api/campaigns', { ...fields, budget })).json().fields?.budget

  // Covers: called-when-21
  it('needs the price of a minute, which stays while a campaign has one', async () => {
    const admin = await staffClient(app, 'admin')
    const price = (callMinutePrice: string) => admin.send('PATCH', '/api/organisation', { callMinutePrice })
    expect(await budgetError('250')).toBe(
      'Enter the price of a minute in Settings, System, Organisation first: it is reserved for calls on the line',
    )
    expect((await price('0.15')).json()).toMatchObject({ callMinutePrice: '0.15', audPerUsd: '' })
    const { id, budget, budgetUse } = await create({ budget: '250' })
    expect([budget, budgetUse]).toEqual([
      '250.00',
      {
        ...{ spent: '0.00', estimated: '0.00', onTheLine: '0.00', nextCall: '1.50', level: 'within' },
        simulated: true,
      },
    ])
    const refused = await price('')
    expect([refused.statusCode, refused.json().fields]).toEqual([
      ...[400, { callMinutePrice: 'Campaigns with a budget need it, such as Spring' }],
    ])
    expect((await change(id, { name: 'Spring 2' })).json()).toMatchObject({ budget: '250.00' })
    expect((await change(id, { budget: null })).json()).toMatchObject({ budget: null, budgetUse: null })
    expect((await price('')).statusCode).toBe(200)
    await price('0.15')
  })

  // Covers: called-when-21
  it.each([
    ...['0', '-5', '12.345', '1e3', 'lots', '12345678', 0].map((budget) => [budget, BUDGET]),
    ['1.49', 'One call may cost up to $1.50; enter at least that'],
  ])('of %j is refused', async (budget, message) => {
    expect(await budgetError(budget)).toBe(message)
  })

  it('takes a number, a text or nothing', async () => {
    expect((await create({ budget: 99.5 })).budget).toBe('99.50')
    expect((await create({ budget: '' })).budget).toBeNull()
    expect((await create()).budget).toBeNull()
  })
})
