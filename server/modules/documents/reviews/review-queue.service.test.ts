import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { portalBroker } from '#test/worlds/portal-brokers.ts'
import { ids, type ReviewDesk, refusal, reviewDesk, types } from '#test/worlds/review-desk.ts'

let desk: ReviewDesk
beforeAll(async () => {
  desk = await reviewDesk()
})
afterAll(() => desk?.app.close())
beforeEach(() => desk.reset())

describe('the queue', () => {
  // Covers: document-review-expiry-1
  it('shows what waits oldest first, the rest newest first, in pages', async () => {
    const { admin, fresh, list, emptyQueue, later } = desk
    await emptyQueue()
    const [first, second] = [await fresh(), await fresh()]
    later(1)
    const third = await fresh(types.cv)
    expect(ids(await list('?status=pending'))).toEqual([first, second, third])
    expect(ids(await list('?status=pending&sort=-uploadedAt'))).toEqual([third, second, first])
    expect(ids(await list('')).filter((id) => id >= first)).toEqual([third, second, first])
    const page = await admin.get('/api/documents?status=pending&limit=2')
    expect(page.headers['x-total-count']).toBe('3')
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect(ids((await admin.get(next)).json())).toEqual([third])
    expect((await admin.get('/api/documents?sort=name')).statusCode).toBe(400)
    for (const forged of [
      ['soon', 1],
      [1, 1],
      ['2026-11-24', 'x'],
    ]) {
      const cursor = Buffer.from(JSON.stringify(forged)).toString('base64url')
      expect((await admin.get(`/api/documents?cursor=${cursor}`)).statusCode, cursor).toBe(400)
    }
  })

  // Covers: document-review-expiry-1
  it('leaves out what was replaced before anybody looked, and keeps what was decided', async () => {
    const { app, admin, uploaded, decide, list } = desk
    const broker = await portalBroker(app)
    const replaced = await uploaded(broker)
    const rejected = await uploaded(broker)
    await decide(admin, rejected, refusal)
    const current = await uploaded(broker)
    expect(ids(await list(`?brokerId=${broker.brokerId}`))).toEqual([current, rejected])
    expect(ids(await list(`?brokerId=${broker.brokerId}&status=pending`))).toEqual([current])
    expect((await list(`?brokerId=${broker.brokerId}&status=rejected`))[0]).toMatchObject({
      id: rejected,
      current: false,
      version: 2,
    })
    expect(replaced).toBeLessThan(rejected)
  })

  // Covers: document-review-expiry-1
  it('is filtered by type, age and who has claimed it, and sums up', async () => {
    const { jo, lee, fresh, claim, list, emptyQueue, later } = desk
    await emptyQueue()
    const [old, mine] = [await fresh(), await fresh(types.cv)]
    later(50)
    const young = await fresh(types.cv)
    expect((await claim(jo, mine)).statusCode).toBe(200)
    const pending = async (query: string, client = jo) => ids(await list(`?status=pending&${query}`, client))
    expect(await pending(`documentTypeId=${types.cv}`)).toEqual([mine, young])
    expect(await pending('olderThanDays=2')).toEqual([old, mine])
    expect(await pending('olderThanDays=3')).toEqual([])
    expect(await pending('claimed=mine')).toEqual([mine])
    expect(await pending('claimed=mine', lee)).toEqual([])
    expect(await pending('claimed=nobody')).toEqual([old, young])
    expect((await jo.get('/api/documents/summary')).json()).toMatchObject({
      pending: 3,
      mine: 1,
      overdue: 0,
      oldestDays: 2,
    })
    expect((await lee.get('/api/documents/summary')).json()).toMatchObject({ pending: 3, mine: 0 })
    later(24)
    expect((await lee.get('/api/documents/summary')).json()).toMatchObject({ pending: 3, overdue: 2 })
    await emptyQueue()
    expect((await lee.get('/api/documents/summary')).json()).toMatchObject({ pending: 0, oldestDays: null })
  })

  // Covers: document-review-expiry-1
  it('is searched by broker, company, file name and type, each word', async () => {
    const { app, admin, uploaded, list } = desk
    const broker = await portalBroker(app, { name: 'Ngaire Whetū' })
    const moved = (company: string) => admin.send('PATCH', `/api/brokers/${broker.brokerId}`, { company })
    expect((await moved('Koru Finance 100%')).statusCode).toBe(200)
    const id = await uploaded(broker, types.photoId, 'Führerschein_2026.pdf')
    const other = await uploaded(broker, types.cv, 'cv.pdf')
    const found = async (q: string) =>
      ids(await list(`?q=${encodeURIComponent(q)}&brokerId=${broker.brokerId}`))
    expect(await found('whetū')).toEqual([other, id])
    expect(await found('koru 100%')).toEqual([other, id])
    expect(await found('FÜHRERSCHEIN')).toEqual([id])
    expect(await found('photo ngaire')).toEqual([id])
    expect(await found('photo cv')).toEqual([])
    expect(await found('führerschein_')).toEqual([id])
    expect(await found('führerscheinX2026')).toEqual([])
    await moved('Pōhutukawa Loans')
    const renamed = (name: string) => admin.send('PATCH', `/api/document-types/${types.photoId}`, { name })
    await renamed('Passport')
    expect([await found('koru'), await found('pōhutukawa passport')]).toEqual([[], [id]])
    await renamed('Photo ID')
    expect(await found('photo')).toEqual([id])
  })

  // Covers: document-review-expiry-11
  it('shows what ends next soonest first, with what has ended, and nothing that was replaced', async () => {
    const { app, admin, uploaded, decide, list, at } = desk
    const broker = await portalBroker(app)
    const approve = async (type: number, expiresOn: string) => {
      const id = await uploaded(broker, type)
      expect((await decide(admin, id, { action: 'approve', expiresOn })).statusCode).toBe(200)
      return id
    }
    const [later, sooner] = [await approve(1, '2027-01-20'), await approve(2, '2026-12-10')]
    await approve(3, '2027-02-20')
    const renewed = await approve(4, '2026-12-01')
    const renewal = await approve(4, '2027-12-01')
    const ended = await approve(6, '2026-11-30')
    const waiting = await uploaded(broker, 2)
    at('2026-12-02T09:00:00+11:00')
    const summary = async () => (await admin.get('/api/documents/summary')).json()
    const ending = await list(`?expiringWithinDays=60&brokerId=${broker.brokerId}`)
    expect(ending.map(({ id, expired, current }) => [id, expired, current])).toEqual([
      [ended, true, true],
      [sooner, false, false],
      [later, false, true],
    ])
    expect(await summary()).toMatchObject({ expiringSoon: 2, expired: 1 })
    // the renewal's approval is taken back: the one before counts again, until it ends
    await decide(admin, renewal, { ...refusal, seen: 'approved' })
    expect(ids(await list(`?expiringWithinDays=60&brokerId=${broker.brokerId}`))).toContain(renewed)
    expect(await summary()).toMatchObject({ expiringSoon: 2, expired: 2 })
    const all = ids(await list(`?sort=expiresOn&brokerId=${broker.brokerId}`))
    expect([all[0], all.at(-1)]).toEqual([expect.any(Number), waiting])
  })
})
