import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { brokerOfKey } from '#server/modules/brokers/broker-key.ts'
import { mergeBrokers } from '#server/modules/brokers/merge-brokers.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { createLink } from './queue-message.ts'
import { sendRequestedLinks } from './requested-link.ts'

let app: TestApp
let ctx: Ctx
let clock = new Date('2026-11-24T00:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ now: () => clock })
  ctx = app.ctx()
  await app.connection.db
    .updateTable('organisation')
    .set({ tradingName: 'Lumen & Sons', contactPhone: '+611800160401' })
    .execute()
})
afterAll(() => app.close())

const hostile = '<img src=x onerror=alert(1)>'
let callId: number
let campaignId: number
beforeEach(async () => {
  const { db } = app.connection
  const words = {
    product: `Premium "${hostile}" Loan`,
    rate: '6.140',
    rateType: 'p.a. variable',
    callScript: 'Hello.',
    aiPersonality: 'professional',
  }
  const campaign = await db
    .insertInto('campaigns')
    .values({ name: 'Spring', description: `To 80% LVR ${hostile}`, comparisonRate: '6.180', ...words })
    .returning('id')
    .executeTakeFirstOrThrow()
  campaignId = campaign.id
  const version = await db
    .insertInto('campaignVersions')
    .values({ campaignId, number: 1, ...words, product: 'Premium Loan' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const broker = await db
    .insertInto('brokers')
    .values({ name: 'Petra Secretname', company: 'Quiet Broking', phone: '+61491570156' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const call = await db
    .insertInto('calls')
    .values({
      campaignId,
      campaignVersionId: version.id,
      brokerId: broker.id,
      provider: 'simulator',
      simulated: true,
      toNumber: '+61491570156',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  callId = call.id
})

const choose = (option: 'option_1' | 'option_2' = 'option_1') =>
  ctx.tx((tx) => sendRequestedLinks(tx, { choices: [{ callId, option, source: 'key' }] }))
const messages = () =>
  app.connection.db.selectFrom('messages').selectAll().where('callId', '=', callId).execute()
const links = () =>
  app.connection.db.selectFrom('shortLinks').selectAll().where('callId', '=', callId).execute()
const open = async (path: string) => app.server.inject({ url: path })

async function askForLink(): Promise<string> {
  await choose()
  const [message] = await messages()
  const [, path] = /http:\/\/localhost:3000(\/s\/\S+)/.exec(message?.body ?? '') ?? []
  if (!path) throw new Error('no link in the message')
  return path
}

describe('the link that a broker asked for', () => {
  // Covers: messages-1
  it('is held in the outbox with its reason while no SMS provider is configured', async () => {
    const path = await askForLink()
    expect(await messages()).toMatchObject([
      {
        channel: 'sms',
        recipient: '+61491570156',
        status: 'held',
        reason: 'SMS isn’t set up.',
        body: expect.stringMatching(
          `^Lumen & Sons: here's the Premium Loan link you asked for http://localhost:3000${path} Questions 1800 160 401. Reply STOP to opt out. Really us\\? `,
        ),
        simulated: true,
      },
    ])
  })

  // Covers: call-8
  it('goes out once, however often the event comes', async () => {
    await Promise.all([choose(), choose(), choose()])
    await choose()
    expect(await messages()).toHaveLength(1)
    expect(await links()).toHaveLength(1)
  })

  it('of many calls goes to each by the way that reaches them, and each once', async () => {
    const { db } = app.connection
    const broker = await db
      .insertInto('brokers')
      .values({ name: 'Ines Landline', company: 'Fixed Lines', email: 'ines@example.com' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const byMail = await db
      .insertInto('calls')
      .values({
        campaignId,
        brokerId: broker.id,
        provider: 'simulator',
        simulated: true,
        toNumber: '+61255501234',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const choices = [callId, byMail.id].map(
      (id) => ({ callId: id, option: 'option_1', source: 'key' }) as const,
    )
    await ctx.tx((tx) => sendRequestedLinks(tx, { choices }))
    await ctx.tx((tx) => sendRequestedLinks(tx, { choices }))
    const sent = await db
      .selectFrom('messages')
      .innerJoin('shortLinks', 'shortLinks.callId', 'messages.callId')
      .select(['messages.channel', 'messages.recipient', 'messages.body', 'shortLinks.code'])
      .where('messages.callId', 'in', [callId, byMail.id])
      .orderBy('messages.callId')
      .execute()
    expect(sent.map(({ channel, recipient }) => [channel, recipient])).toEqual([
      ['sms', '+61491570156'],
      ['email', 'ines@example.com'],
    ])
    for (const { body, code } of sent) expect(body).toContain(`/s/${code}`)
  })

  it('goes with its transaction, and for option 1 only', async () => {
    await choose('option_2')
    await ctx
      .tx(async (tx) => {
        await sendRequestedLinks(tx, { choices: [{ callId, option: 'option_1', source: 'key' }] })
        throw new Error('taken back')
      })
      .catch(() => undefined)
    expect([await messages(), await links()]).toEqual([[], []])
  })

  // Covers: call-8
  it('is sent when the call says so', async () => {
    await ctx.tx((tx) =>
      tx.emit('calls.optionsChosen', { choices: [{ callId, option: 'option_1', source: 'key' }] }),
    )
    expect(await messages()).toHaveLength(1)
  })

  // Covers: messages-1
  it('goes to a suppressed number too: the person asked for it', async () => {
    await ctx.tx(async (tx) => {
      await tx.db
        .insertInto('suppressions')
        .values({ phone: '+61491570156', source: 'key', reason: 'Asked', simulated: true })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      await tx.emit('calls.optionsChosen', { choices: [{ callId, option: 'option_1', source: 'key' }] })
      await tx.emit('number.suppressed', { phone: '+61491570156', simulated: true })
    })
    expect(await messages()).toMatchObject([{ status: 'held' }])
  })
})

describe('the link while the campaign has microsites', () => {
  const addMicrosite = async (slug: string, active = true, on = campaignId) => {
    const values = { title: 'Spring', slug, campaignId: on, content: '{}', active }
    await app.connection.db.insertInto('microsites').values(values).execute()
  }
  const target = async (): Promise<string | undefined> => {
    const response = await open(await askForLink())
    expect(response.statusCode).toBe(302)
    return response.headers.location
  }

  // Covers: messages-16
  it('leads to the newest active one, with the broker and the tags', async () => {
    await addMicrosite(`old-${campaignId}`)
    await addMicrosite(`new-${campaignId}`)
    await addMicrosite(`closed-${campaignId}`, false)
    const { brokerId } = await app.connection.db
      .selectFrom('calls')
      .select('brokerId')
      .where('id', '=', callId)
      .executeTakeFirstOrThrow()
    const [page, key] = (await target())?.split('&key=') ?? []
    expect(page).toBe(
      `/microsite/new-${campaignId}?broker=${brokerId}&utm_source=brokerline&utm_medium=sms&utm_campaign=spring&utm_content=call`,
    )
    expect(brokerOfKey(app.ctx(), key ?? '')).toBe(brokerId)
    expect(await links()).toMatchObject([{ kind: 'page', brokerId, callId }])
  })

  it('is still the broker’s own once their record was merged into another', async () => {
    await addMicrosite(`merged-${campaignId}`)
    const { db } = app.connection
    const path = await askForLink()
    const { brokerId: fromId } = await db
      .selectFrom('calls')
      .select('brokerId')
      .where('id', '=', callId)
      .executeTakeFirstOrThrow()
    const { id: intoId } = await db
      .insertInto('brokers')
      .values({ name: 'Petra Secretname', phone: '+61491570156' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('calls')
      .set({ status: 'completed', outcome: 'human', finishedAt: clock })
      .where('id', '=', callId)
      .execute()
    await mergeBrokers(await app.staff('lender'), intoId, { brokerId: fromId ?? 0, take: [] })
    const query = URL.parse(String((await open(path)).headers.location), 'http://localhost')?.searchParams
    expect(query?.get('broker')).toBe(String(intoId))
    expect(brokerOfKey(app.ctx(), query?.get('key') ?? '')).toBe(intoId)
  })

  // Covers: messages-16
  it('goes out once too, however often the event comes', async () => {
    await addMicrosite(`once-${campaignId}`)
    await Promise.all([choose(), choose(), choose()])
    await choose()
    expect([(await messages()).length, (await links()).length]).toEqual([1, 1])
  })

  // Covers: messages-17
  it('answers HEAD as it answers GET, and tells nobody where it was opened', async () => {
    await addMicrosite(`head-${campaignId}`)
    const path = await askForLink()
    const response = await app.server.inject({ method: 'HEAD', url: path })
    expect([response.statusCode, response.headers]).toMatchObject([
      302,
      {
        location: expect.stringContaining('/microsite/head-'),
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        'cache-control': 'no-store',
      },
    ])
  })
})

describe('a short link to a page', () => {
  const later = (days: number): Date => new Date(clock.getTime() + days * 86_400_000)
  const link = (over: object = {}) =>
    createLink(ctx, {
      target: '/accreditation?draft=x',
      brokerId: null,
      callId,
      expiresAt: later(1),
      ...over,
    })

  it('is the same for the same page, broker and call, and lives until the latest instant asked for', async () => {
    const first = await link({ expiresAt: later(2) })
    expect(first).toMatch(/^http:\/\/localhost:3000\/s\/[\w-]{22}$/)
    expect(await link()).toBe(first)
    expect(await Promise.all([link(), link(), link()])).toEqual([first, first, first])
    expect(await links()).toMatchObject([{ expiresAt: later(2) }])
    expect(await link({ target: '/accreditation?draft=y' })).not.toBe(first)
    const response = await open(new URL(first).pathname)
    expect([response.statusCode, response.headers.location]).toEqual([302, '/accreditation?draft=x'])
  })

  // Covers: messages-17
  it.each([
    'https://evil.example/',
    '//evil.example/x',
    String.raw`/\evil.example`,
    'javascript:alert(1)',
    '',
  ])('leads nowhere but to this installation: %j', async (target) => {
    await expect(link({ target })).rejects.toThrow('short link target must be a path')
    expect(await links()).toEqual([])
  })
})

describe('the page behind the link', () => {
  // Covers: messages-17
  it('shows the offer and nothing of the broker, whatever the campaign holds', async () => {
    const response = await open(await askForLink())
    expect(response.statusCode).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
    const page = response.body
    expect(page).toContain('6.14% p.a. variable')
    expect(page).toContain('Comparison rate 6.18% p.a.')
    expect(page).toContain('Call Lumen &amp; Sons on 1800 160 401')
    expect(page).toContain(
      'For mortgage brokers and other industry professionals only. Not for distribution to consumers.',
    )
    expect(page).toContain('Reply STOP')
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(page).not.toContain('<img')
    expect(page).not.toContain('<script')
    for (const secret of ['Secretname', 'Quiet Broking', '491570156', '491 570 156']) {
      expect(page).not.toContain(secret)
    }
  })

  // Covers: messages-17
  it('says so when the link is unknown, cut, garbled or expired', async () => {
    const path = await askForLink()
    const wrong = [path.slice(0, -1), `${path}x`, '/s/a', '/s/%27%3B--', '/s/%00', `/s/${'a'.repeat(99)}`]
    wrong.push(`/s/${'A'.repeat(22)}`)
    for (const url of wrong) {
      const response = await open(url)
      expect([url, response.statusCode]).toEqual([url, 404])
      expect(response.body).toContain('This link no longer works')
    }
    const before = clock
    clock = new Date(before.getTime() + 90 * 86_400_000 - 1000)
    expect((await open(path)).statusCode).toBe(200)
    clock = new Date(before.getTime() + 90 * 86_400_000)
    expect((await open(path)).statusCode).toBe(404)
    clock = before
  })

  // Covers: messages-17
  it('has codes that nobody guesses', async () => {
    await choose()
    const [link] = await links()
    expect(link?.code).toMatch(/^[\w-]{22}$/)
  })

  it('dies with its broker', async () => {
    const path = await askForLink()
    const [link] = await links()
    await app.connection.db
      .deleteFrom('brokers')
      .where('id', '=', link?.brokerId ?? 0)
      .execute()
    expect((await open(path)).statusCode).toBe(404)
  })
})
