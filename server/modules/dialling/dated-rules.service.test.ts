import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RuleSet } from '#contract/campaigns/calling-rules.ts'
import { publishDraftRules, saveDraftRules } from '#server/modules/campaigns/calling-rules/publish-rules.ts'
import { DELIVERED } from '#server/modules/campaigns/calling-rules/rules-in-force.rules.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { viewRulesPreview } from './rules-preview.ts'
import { startCalls } from './start-calls.ts'

const at = (time: string): Date => new Date(`2026-11-24T${time}+11:00`)
const DUTY = 'Complaints about calls go to AFCA.'

let greetings: string[]
let one: DiallingWorld
let other: DiallingWorld
beforeEach(async () => {
  greetings = []
  const line = createLine({ onDial: ({ script }) => greetings.push(script.greeting) })
  line.clock = at('12:00:00')
  const now = (): Date => line.clock
  one = await createDiallingWorld({ line, now })
  other = await createDiallingWorld({ line, now, databaseUrl: one.databaseUrl })
})
afterEach(async () => {
  await other?.close()
  await one?.close()
})

async function publish(version: number, change: Partial<RuleSet>, from: string, to?: string): Promise<void> {
  await one.db
    .insertInto('callingRules')
    .values({
      ...{ version, source: 'Standard 2027', publishedAt: at('09:00:00'), validFrom: at(from) },
      ...{ validTo: to ? at(to) : null, rules: JSON.stringify({ ...DELIVERED[0].rules, ...change }) },
    })
    .execute()
}

/** By enrolment: the newest decision of each broker. */
async function decisions(): Promise<{ verdict: string; rulesVersion: string; notBefore: Date | null }[]> {
  return one.db
    .selectFrom('callDecisions')
    .distinctOn('brokerId')
    .select(['verdict', 'rulesVersion', 'notBefore'])
    .orderBy('brokerId')
    .orderBy('id', 'desc')
    .execute()
}

// Covers: calling-rules-1, calling-rules-3, calling-rules-5
test('a version is previewed, applies from its instant on in every process, and decisions before and after name theirs', async () => {
  const campaign = await one.campaign({ maxConcurrentCalls: 1, callEndTime: '20:00' })
  await one.brokers(4)
  await startCalls(one.ctx, campaign)
  await saveDraftRules(one.ctx, {
    rules: { ...DELIVERED[0].rules, weekday: { from: '15:00', to: '20:00' }, words: [DUTY] },
    ...{ validFrom: at('13:00:00').toISOString(), validTo: null, source: 'Standard 2027', note: '' },
  })
  expect(await viewRulesPreview(other.ctx)).toMatchObject({ planned: 4, refused: 0, moved: 4 })
  expect(await publishDraftRules(other.ctx)).toMatchObject({ version: 2, state: 'planned' })
  expect(await one.turn()).toHaveLength(1)
  await one.end('voicemail')
  one.line.clock = at('12:59:59')
  expect(await other.turn()).toHaveLength(1)
  await one.end('voicemail')
  one.line.clock = at('13:00:00')
  expect(await one.turn()).toEqual([])
  expect(await other.turn()).toEqual([])
  const [first, second, third, fourth] = await decisions()
  for (const before of [first, second])
    expect(before).toMatchObject({ verdict: 'call', rulesVersion: expect.stringMatching(/\.law-1$/) })
  for (const after of [third, fourth])
    expect(after).toMatchObject({
      ...{ verdict: 'later', rulesVersion: expect.stringMatching(/\.law-2$/), notBefore: at('15:00:00') },
    })
  one.line.clock = at('15:00:00')
  expect(await other.turn()).toHaveLength(1)
  expect(greetings.map((greeting) => greeting.endsWith(DUTY))).toEqual([false, false, true])
})

// Covers: calling-rules-1
test('caps and days between calls are those of the version in force, and a plan spans a change of hours', async () => {
  await publish(
    2,
    { coolingOffDays: 7, dialsPerCampaign: 2, weekday: { from: '11:00', to: '20:00' } },
    '13:00:00',
  )
  const campaign = await one.campaign({ callEndTime: '20:00' })
  await one.brokers(1)
  await startCalls(one.ctx, campaign)
  expect(await one.turn()).toHaveLength(1)
  await one.end('no_answer')
  const due = await one.db.selectFrom('enrolments').select('dueAt').executeTakeFirstOrThrow()
  // by then the hours are 11 am to 8 pm: the first half of the day ends at 3:30 pm
  expect(due.dueAt).toEqual(new Date('2026-11-25T15:30:00+11:00'))
  one.line.clock = due.dueAt
  expect(await other.turn()).toEqual([])
  const [decision] = await decisions()
  expect(decision).toMatchObject({
    ...{ verdict: 'later', notBefore: new Date('2026-12-01T15:30:00+11:00') },
  })
  one.line.clock = new Date('2026-12-01T15:30:00+11:00')
  expect(await other.turn()).toHaveLength(1)
  await one.end('no_answer')
  expect(await one.enrolments(campaign)).toEqual({ done: 1 })
})

// Covers: calling-rules-4
test('an ended version keeps its limits, and decisions say that it has ended', async () => {
  await publish(2, { dialsPerNumber: 1 }, '09:00:00', '11:00:00')
  const campaign = await one.campaign({ maxConcurrentCalls: 1 })
  await one.brokers(1)
  await startCalls(one.ctx, campaign)
  expect(await one.turn()).toHaveLength(1)
  await one.end('no_answer')
  one.line.clock = new Date('2026-11-25T16:00:00+11:00')
  expect(await one.turn()).toEqual([])
  expect(await decisions()).toMatchObject([
    { verdict: 'never', rulesVersion: expect.stringMatching(/\.law-2-lapsed$/) },
  ])
})

// Covers: calling-rules-5
test('no call is recorded, and none is announced as such, where the rules say so', async () => {
  const recorded: (boolean | undefined)[] = []
  one.line.answer = ({ callId, script }) => {
    recorded.push(script.recorded)
    return { kind: 'accepted', from: null, providerCallId: `line-${callId}` }
  }
  await publish(2, { recording: 'off' }, '09:00:00')
  const campaign = await one.campaign()
  await one.brokers(1)
  await startCalls(one.ctx, campaign)
  expect(await one.turn()).toHaveLength(1)
  expect(recorded).toEqual([false])
  expect(greetings[0]).not.toContain('recorded')
})
