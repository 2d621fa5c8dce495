import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallingRules, RuleSet } from '#contract/campaigns/calling-rules.ts'
import type { Need } from '#contract/tasks/needs.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { DELIVERED } from './rules-in-force.rules.ts'

let app: TestApp
let admin: Client
let compliance: Client
let now: Date
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = new Date('2026-11-24T02:00:00Z')
  await asOwner(app.databaseUrl, 'delete from calling_rules where version is distinct from 1')
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})

const rules = DELIVERED[0].rules
const save = (client: Client, change: Partial<RuleSet> = {}, more: object = {}) =>
  client.send('PUT', '/api/calling-rules/draft', {
    ...{ rules: { ...rules, ...change }, validFrom: null, validTo: null, source: 'Board decision', note: '' },
    ...more,
  })
const publish = (client: Client) => client.send('POST', '/api/calling-rules/draft/publish')
const list = async (): Promise<CallingRules[]> => (await admin.get('/api/calling-rules')).json()

describe('calling rules', () => {
  // Covers: calling-rules-1, calling-rules-3
  it('are a draft until they are published, and a version from their instant on', async () => {
    expect(await list()).toMatchObject([
      { version: 1, state: 'in_force', validTo: '2027-03-31T13:00:00.000Z' },
    ])
    const validFrom = '2027-03-31T13:00:00.000Z'
    expect((await save(admin, { capDays: 60 }, { validFrom })).statusCode).toBe(200)
    expect((await list()).map(({ state }) => state)).toEqual(['draft', 'in_force'])
    expect((await publish(admin)).json()).toMatchObject({ version: 2, state: 'planned', validFrom })
    now = new Date(validFrom)
    admin = await staffClient(app, 'admin')
    expect((await list()).map(({ version, state }) => [version, state])).toEqual([
      [2, 'in_force'],
      [1, 'past'],
    ])
  })

  // Covers: calling-rules-1
  it('from a past instant count from their publication, so that no decision changes afterwards', async () => {
    await save(admin, { capDays: 60 }, { validFrom: '2026-01-01T00:00:00Z' })
    expect((await publish(admin)).json()).toMatchObject({ state: 'in_force', validFrom: now.toISOString() })
    const late = { validFrom: '2026-01-01T00:00:00Z', validTo: '2026-02-01T00:00:00Z' }
    await save(admin, { capDays: 60 }, late)
    expect((await publish(admin)).statusCode).toBe(422)
  })

  // Covers: calling-rules-2
  it('that permit more than those in force are published by compliance only, within the widest', async () => {
    await save(admin, { weekday: { from: '10:00', to: '18:00' } })
    expect((await publish(admin)).statusCode).toBe(200)
    await save(admin)
    const refused = await publish(admin)
    expect([refused.statusCode, refused.json().message]).toEqual([
      422,
      'Only compliance staff publish rules that permit more than version 2: hours from Monday to Friday.',
    ])
    expect((await publish(compliance)).json()).toMatchObject({ version: 3, state: 'in_force' })
    const wide = await save(compliance, { weekday: { from: '08:00', to: '20:00' } })
    expect([wide.statusCode, wide.json().fields]).toEqual([
      400,
      { 'rules.weekday.from': 'No rules permit calls before 9 am' },
    ])
    const lender = await staffClient(app, 'lender')
    expect((await save(lender)).statusCode).toBe(403)
  })

  // Covers: calling-rules-4
  it('that end without a successor are a need from 60 days before', async () => {
    const needs = async (): Promise<Need[]> => {
      const all: Need[] = (await compliance.get('/api/dashboard/needs')).json()
      return all.filter(({ kind }) => kind === 'calling_rules')
    }
    expect(await needs()).toEqual([])
    now = new Date('2027-02-01T00:00:00Z')
    compliance = await staffClient(app, 'compliance')
    expect(await needs()).toMatchObject([
      { overdue: 0, detail: 'Version 1 ends on 1 April 2027, and no version follows it' },
    ])
    await save(compliance, {}, { validFrom: '2027-03-31T13:00:00.000Z', source: 'Standard 2027' })
    await publish(compliance)
    expect(await needs()).toEqual([])
  })
})

describe('the preview of a draft', () => {
  // Covers: calling-rules-3
  it('counts the planned calls of the next week that it refuses or moves', async () => {
    expect((await admin.get('/api/calling-rules/draft/preview')).json()).toBeNull()
    const { db } = app.connection
    const campaign = await db
      .insertInto('campaigns')
      .values({
        ...{ name: 'Winter', product: 'Flex', callScript: 'Hello', callEndTime: '20:00' },
        status: 'active',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const clock = await app.ctx().providers.voice.active?.clockAtStart()
    const days = 86_400_000
    const start = new Date(Math.ceil((clock ?? now).getTime() / days) * days + 1.5 * 3_600_000)
    const brokers = await db
      .insertInto('brokers')
      .values(
        ['156', '157', '158'].map((end) => ({
          ...{ name: `Broker ${end}`, phone: `+61491570${end}`, region: 'NSW', timezone: 'Australia/Sydney' },
        })),
      )
      .returning('id')
      .execute()
    await db
      .insertInto('enrolments')
      .values(
        brokers.map(({ id }) => ({
          ...{ campaignId: campaign.id, brokerId: id, simulated: true, state: 'waiting', dueAt: start },
        })),
      )
      .execute()
    await save(admin, { weekday: { from: '19:00', to: '20:00' }, saturday: null })
    const preview = (await admin.get('/api/calling-rules/draft/preview')).json()
    expect(preview).toMatchObject({ planned: 3, isPartial: false })
    expect(preview.refused + preview.moved).toBe(3)
    expect(preview.campaigns).toMatchObject([{ name: 'Winter', planned: 3 }])
    expect(preview.examples[0].reason).toMatch(/calling hours/)
  })
})
