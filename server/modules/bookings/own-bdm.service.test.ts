import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, addBroker, known, post, SUNDAY, someone } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { runImport } from '#test/worlds/run-import.ts'
import { uploadForm } from '#test/worlds/upload-form.ts'

let app: TestApp
let lender: Client
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  lender = await staffClient(app, 'admin')
})
afterAll(() => app?.close())
beforeEach(async () => {
  for (const table of ['bookings', 'messages', 'brokers', 'bdms'] as const)
    await app.connection.db.deleteFrom(table).execute()
})

const at = (day: number, hour: number) => `2026-11-${day}T${String(hour).padStart(2, '0')}:00:00+11:00`
async function bdmOf(broker: number, scheduledDate: string): Promise<number> {
  const answer = await post(app, someone({ ...known(app, broker), scheduledDate }))
  expect(answer.statusCode, answer.body).toBe(201)
  const row = await app.connection.db
    .selectFrom('bookings')
    .select('bdmId')
    .where('id', '=', answer.json().id)
    .executeTakeFirstOrThrow()
  return row.bdmId
}
const brokerOf = async (id: number) => (await lender.get(`/api/brokers/${id}`)).json()

describe('the BDM of a broker', () => {
  it('comes before those of the region, and others follow where they are not free', async () => {
    const [regional, own] = [await addBdm(app, { regions: ['WA'] }), await addBdm(app)]
    const broker = await addBroker(app, { region: 'WA' })
    expect(await bdmOf(broker, at(24, 9))).toBe(regional)
    const changed = await lender.send('PATCH', `/api/brokers/${broker}`, { bdmId: own })
    expect(changed.json()).toMatchObject({ bdm: { id: own, active: true } })
    expect(await bdmOf(broker, at(24, 10))).toBe(own)
    const other = await addBroker(app, { region: 'WA', email: 'other@example.com' })
    await lender.send('PATCH', `/api/brokers/${other}`, { bdmId: own })
    expect(await bdmOf(other, at(24, 10))).toBe(regional)
  })

  it('without one it is whoever of the region has the fewest meetings', async () => {
    const bdms = [await addBdm(app, { regions: ['NSW'] }), await addBdm(app, { regions: ['NSW'] })]
    const chosen: number[] = []
    for (let hour = 9; hour < 13; hour++) {
      const broker = await addBroker(app, { region: 'NSW', email: `turn${hour}@example.com` })
      chosen.push(await bdmOf(broker, at(24, hour === 12 ? 14 : hour)))
    }
    expect(chosen).toEqual([bdms[0], bdms[1], bdms[0], bdms[1]])
  })

  it('who takes no meetings cannot be chosen; one who stops stays on the record, and others take over', async () => {
    const [gone, other] = [await addBdm(app), await addBdm(app)]
    const broker = await addBroker(app)
    await lender.send('PATCH', `/api/brokers/${broker}`, { bdmId: gone })
    await lender.send('PATCH', `/api/bdms/${gone}`, { active: false })
    expect(await brokerOf(broker)).toMatchObject({ bdm: { id: gone, active: false } })
    expect(await bdmOf(broker, at(24, 9))).toBe(other)
    const another = await addBroker(app, { email: 'another@example.com' })
    for (const bdmId of [gone, 2_000_000_000]) {
      const refused = await lender.send('PATCH', `/api/brokers/${another}`, { bdmId })
      expect([refused.statusCode, refused.json().fields]).toEqual([
        400,
        { bdmId: 'Choose one of the BDMs who take meetings' },
      ])
    }
  })

  it('filters the list, also those without one of their own', async () => {
    const bdm = await addBdm(app)
    const own = await addBroker(app, { region: 'WA', email: 'a@example.com' })
    await lender.send('PATCH', `/api/brokers/${own}`, { bdmId: bdm })
    await addBroker(app, { region: 'NSW', email: 'c@example.com' })
    expect((await lender.get(`/api/brokers?bdmId=${bdm}`)).json()).toHaveLength(1)
    expect((await lender.get('/api/brokers?bdmId=none')).json()).toHaveLength(1)
  })

  it('comes with an import, by name or email', async () => {
    const bdm = await addBdm(app, { name: 'Dana Cole', email: 'dana@lender.example.com' })
    const list =
      'Name,Phone,Email,BDM\nAnn Ash,0491 570 156,ann@example.com,dana cole\nBo Lind,0491 570 157,bo@example.com,\nCy Orr,0491 570 158,cy@example.com,Nobody\n'
    const uploaded = await lender.send('POST', '/api/brokers/imports', undefined, uploadForm(list))
    expect(uploaded.statusCode, uploaded.body).toBe(201)
    expect(uploaded.json()).toMatchObject({ mapping: { bdm: 'BDM' }, counts: { rejected: 1 } })
    const { id } = uploaded.json()
    const started = await lender.send('POST', `/api/brokers/imports/${id}/commit`)
    expect(started.statusCode, started.body).toBe(200)
    await runImport(app.ctx(), id)
    const names = (await lender.get(`/api/brokers?bdmId=${bdm}`))
      .json()
      .map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Ann Ash'])
  })
})
