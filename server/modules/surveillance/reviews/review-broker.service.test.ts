import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bannedPerson } from '#test/worlds/register-rows.ts'
import { finishChecks, loadRegister } from '#test/worlds/register-world.ts'

let app: TestApp
let admin: Client
let compliance: Client
let id: number
const ban = bannedPerson('#099000001', 'FRASER, ISLA')

beforeAll(async () => {
  app = await createTestApp({ now: () => new Date('2026-11-23T02:00:00Z') })
  admin = await staffClient(app, 'admin')
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app.close())
beforeEach(async () => {
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from brokers; delete from runs; delete from register_entries; delete from register_snapshots; update surveillance_settings set four_eyes = false',
  )
  const broker = { name: 'Isla Fraser', phone: '(02) 5550 0001', email: 'isla@example.com', region: 'NSW' }
  id = (await admin.send('POST', '/api/brokers', broker)).json().id
  await loadRegister(app, compliance, 'banned_persons', [ban])
})

const review = (client: Client, action: string, notes = 'Another person: born in 1960', seen?: string) =>
  client.send('POST', `/api/surveillance/brokers/${id}/review`, { action, notes, seen })
const standing = async () => (await compliance.get(`/api/surveillance/brokers/${id}`)).json()
const broker = async () => (await compliance.get(`/api/brokers/${id}`)).json()

describe('a review', () => {
  // Covers: surveillance-22
  it('clears: the broker is active, the task ends, and the same row stays silent until it changes', async () => {
    expect(await standing()).toMatchObject({ complianceStatus: 'flagged', riskScore: 95 })
    const answer = await review(compliance, 'clear')
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { complianceStatus: 'active', riskScore: 0, flaggedAt: null, reasons: [] },
    ])
    expect((await compliance.get('/api/tasks?state=ended')).json()).toMatchObject([
      { kind: 'compliance_review' },
    ])
    await compliance.send('POST', '/api/surveillance/run-manual-check')
    await finishChecks(app)
    expect(await standing()).toMatchObject({ complianceStatus: 'active', riskScore: 0 })
    const [check] = (await compliance.get(`/api/surveillance/brokers/${id}/compliance-history`)).json()
    expect(check).toMatchObject({ result: 'clean', findings: [{ risk: 95, silenced: true }] })
    await loadRegister(app, compliance, 'banned_persons', [
      { ...ban, BD_PER_COMMENTS: 'Varied on 20/11/2026' },
    ])
    expect(await standing()).toMatchObject({ complianceStatus: 'flagged', riskScore: 95 })
  })

  // Covers: surveillance-22, decision-suspension-review
  it('suspends: no calls, and a review with clear or reinstate ends it', async () => {
    expect((await review(compliance, 'suspend', 'Banned until 2030')).json()).toMatchObject({
      complianceStatus: 'suspended',
    })
    expect(await broker()).toMatchObject({ suspended: true })
    expect((await review(compliance, 'suspend')).statusCode).toBe(409)
    // a check changes nothing about it
    await compliance.send('POST', `/api/surveillance/brokers/${id}/check`, { checkType: 'asic_banned' })
    expect(await standing()).toMatchObject({ complianceStatus: 'suspended' })
    expect((await review(compliance, 'reinstate', 'Appeal allowed')).json()).toMatchObject({
      complianceStatus: 'flagged',
      riskScore: 95,
    })
    expect(await broker()).toMatchObject({ suspended: false })
    expect((await review(compliance, 'reinstate')).json().message).toBe(
      'This broker is not suspended. Clear what was found instead.',
    )
    await compliance.send('POST', `/api/surveillance/brokers/${id}/review`, {
      ...{ action: 'suspend', reason: 'banned', notes: 'Until 2030' },
    })
    expect((await standing()).reviews[0]).toMatchObject({
      notes: 'Banned or disqualified by ASIC: Until 2030',
    })
    expect((await review(compliance, 'clear')).json()).toMatchObject({ complianceStatus: 'active' })
    expect(await broker()).toMatchObject({ suspended: false })
    expect(
      (await standing()).reviews.map(({ action, reviewedBy }: { action: string; reviewedBy: string }) => [
        action,
        reviewedBy,
      ]),
    ).toEqual(['clear', 'suspend', 'reinstate', 'suspend'].map((action) => [action, 'Test compliance']))
    const timeline = (await compliance.get(`/api/brokers/${id}/timeline?kind=compliance`)).json()
    expect(timeline.map(({ description }: { description: string }) => description)).toContain(
      'Suspended after a compliance review',
    )
  })

  // Covers: surveillance-28
  it('of a broker whom a colleague has suspended meanwhile is refused with where they stand now', async () => {
    await review(admin, 'suspend', 'Banned until 2030')
    const unseen = await review(compliance, 'clear', 'Another person', 'flagged')
    expect([unseen.statusCode, unseen.json().message]).toEqual([
      409,
      'This broker is suspended by now: look again, then decide.',
    ])
    expect(await broker()).toMatchObject({ suspended: true })
    expect((await standing()).reviews).toHaveLength(1)
    expect((await review(compliance, 'clear', 'Another person', 'suspended')).json()).toMatchObject({
      complianceStatus: 'active',
    })
  })

  // Covers: surveillance-28
  it('clears what the reviewer has read, and nothing that was found since', async () => {
    const clear = async (found: string) =>
      compliance.send('POST', `/api/surveillance/brokers/${id}/review`, {
        ...{ action: 'clear', notes: 'Another person: born in 1960', seen: 'flagged', found },
      })
    const { found } = await standing()
    const [listed] = (await compliance.get('/api/surveillance/flagged-brokers')).json()
    expect(listed.found).toBe(found)
    // the broker stays flagged, but for more
    await loadRegister(app, compliance, 'banned_persons', [ban, bannedPerson('#099000002', 'FRASER, ISLA')])
    const unseen = await clear(found)
    expect([unseen.statusCode, unseen.json().message]).toEqual([
      409,
      'Something else is known about this broker by now: look again, then decide.',
    ])
    expect(await standing()).toMatchObject({ complianceStatus: 'flagged', riskScore: 95, reviews: [] })
    expect((await clear((await standing()).found)).json()).toMatchObject({
      complianceStatus: 'active',
      found: '',
    })
  })

  // Covers: surveillance-22
  it('needs two people to suspend where the setting says so', async () => {
    const settings = { fourEyes: true }
    expect((await compliance.send('PUT', '/api/surveillance/settings', settings)).statusCode).toBe(403)
    expect((await admin.send('PUT', '/api/surveillance/settings', settings)).json()).toEqual(settings)
    expect((await compliance.get('/api/surveillance/settings')).json()).toEqual(settings)
    expect((await review(compliance, 'suspend')).json()).toMatchObject({
      complianceStatus: 'flagged',
      proposedBy: 'Test compliance',
    })
    expect(await broker()).toMatchObject({ suspended: false })
    expect((await review(compliance, 'suspend')).json().message).toBe(
      'You proposed this suspension yourself: another person has to confirm it.',
    )
    expect((await review(admin, 'suspend')).json()).toMatchObject({
      complianceStatus: 'suspended',
      proposedBy: null,
    })
    expect(await broker()).toMatchObject({ suspended: true })
  })

  it('that proposes to suspend an active broker is found by the second person', async () => {
    await admin.send('PUT', '/api/surveillance/settings', { fourEyes: true })
    await review(compliance, 'clear')
    expect((await admin.get('/api/surveillance/flagged-brokers')).json()).toEqual([])
    await review(compliance, 'suspend', 'Banned in New Zealand')
    expect((await admin.get('/api/surveillance/flagged-brokers')).json()).toMatchObject([
      { id, complianceStatus: 'active', proposedBy: 'Test compliance' },
    ])
    await review(admin, 'suspend', 'I agree')
    await review(admin, 'reinstate', 'The ban was lifted')
    expect((await admin.get('/api/surveillance/flagged-brokers')).json()).toEqual([])
  })

  // Covers: surveillance-22
  it('needs a reason, a step that makes sense, and a broker', async () => {
    expect((await review(compliance, 'clear', '  ')).json().fields).toEqual({
      notes: 'Say why, in a sentence or two',
    })
    expect((await review(compliance, 'forget')).json().fields).toEqual({ action: 'Choose what to do' })
    await review(compliance, 'clear')
    expect([
      (await review(compliance, 'clear')).statusCode,
      (await review(compliance, 'clear')).json().message,
    ]).toEqual([409, 'Nothing is open about this broker.'])
    id = 2_000_000
    expect((await review(compliance, 'clear')).statusCode).toBe(404)
    expect((await compliance.get('/api/surveillance/brokers/2000000/compliance-history')).statusCode).toBe(
      404,
    )
  })
})

describe('a high risk', () => {
  // Covers: surveillance-29, decision-register-hold
  it('is not called until somebody has looked', async () => {
    const campaign = (
      await admin.send('POST', '/api/campaigns', {
        name: 'Spring',
        product: 'Flex',
        callScript: 'Hello {{firstName}}',
      })
    ).json()
    const skipped = async () => (await admin.get(`/api/campaigns/${campaign.id}/preflight`)).json().skipped
    expect(await skipped()).toEqual({ on_hold: 1 })
    expect((await broker()).hold).toEqual({
      since: '2026-11-23T02:00:00.000Z',
      reason: 'FRASER, ISLA: Credit Banned & Disqualified',
    })
    await review(compliance, 'clear')
    expect(await skipped()).toEqual({})
  })
})
