import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { setupSteps } from '#contract/system/setup.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'

let app: TestApp
let admin: Client
let viewer: Client

beforeAll(async () => {
  app = await createTestApp({ env: { DEMO: 'off', TWO_FACTOR: 'offered', RATE_LIMITS: 'on' } })
  admin = await staffClient(app, 'admin')
  viewer = await staffClient(app, 'viewer')
})
afterAll(() => app?.close())

const setupOf = async (client: Client) => (await client.get('/api/setup')).json()
const openSteps = async (): Promise<string[]> =>
  (await setupOf(admin)).steps
    .filter(({ done }: { done: boolean }) => !done)
    .map(({ step }: { step: string }) => step)

describe('the first steps', () => {
  // Covers: console-toasts-10
  it('tick themselves off as the data come', async () => {
    expect(await setupOf(admin)).toEqual({
      steps: setupSteps.map((step) => ({ step, done: false })),
      done: false,
      simulated: false,
      putAway: false,
    })
    const details = { legalName: 'Lumen Lending Pty Ltd', contactPhone: '1800 160 401' }
    expect((await admin.send('PATCH', '/api/organisation', details)).statusCode).toBe(200)
    // the step stays open until the agent's name is set too
    expect(await openSteps()).toContain('organisation')
    await admin.send('PATCH', '/api/organisation', { agentName: 'Ava' })
    // applicants agree to both
    expect(await openSteps()).toContain('papers')
    const links = { termsUrl: 'https://lumen.example/terms', privacyUrl: 'https://lumen.example/privacy' }
    await admin.send('PATCH', '/api/organisation', links)
    expect(await openSteps()).toEqual(['calling', 'brokers', 'bdms', 'registers', 'campaign'])

    const { db } = app.connection
    await db.insertInto('brokers').values({ name: 'Wei Li', phone: '+61491570156' }).execute()
    expect(await openSteps()).toEqual(['calling', 'bdms', 'registers', 'campaign'])
    const fields = { name: 'Asha Rao', email: 'asha@example.com', phone: '', regions: [], videoLink: '' }
    const bdm = await admin.send('POST', '/api/bdms', fields)
    expect(bdm.statusCode, bdm.body).toBe(201)
    expect(await openSteps()).toEqual(['calling', 'registers', 'campaign'])
    await admin.send('PATCH', `/api/bdms/${bdm.json().id}`, { active: false })
    expect(await openSteps()).toContain('bdms')
  })

  // Covers: console-toasts-10
  it('are done with the simulator, which needs no number', async () => {
    const playing = await createTestApp({ databaseUrl: app.databaseUrl })
    try {
      const { steps, simulated } = (
        await playing.server.inject({ url: '/api/setup', headers: { cookie: admin.cookie } })
      ).json()
      expect(simulated).toBe(true)
      expect(steps).toContainEqual({ step: 'calling', done: true })
    } finally {
      await playing.close()
    }
  })

  // Covers: console-toasts-10
  it('are put away by each person for themselves, and found again', async () => {
    const away = (client: Client, putAway: boolean) => client.send('PUT', '/api/setup', { putAway })
    expect((await away(viewer, true)).json()).toMatchObject({ putAway: true, done: false })
    // repeating it changes nothing
    expect((await away(viewer, true)).json()).toMatchObject({ putAway: true })
    expect(await setupOf(viewer)).toMatchObject({ putAway: true })
    expect(await setupOf(admin)).toMatchObject({ putAway: false })
    expect((await away(viewer, false)).json()).toMatchObject({ putAway: false })
    const told = (await admin.get('/api/audit?q=first_steps')).json()
    expect(told.map(({ action }: { action: string }) => action)).toEqual([
      'user.first_steps_shown',
      'user.first_steps_put_away',
    ])
    expect((await viewer.send('PUT', '/api/setup', { putAway: 'yes' })).statusCode).toBe(400)
  })
})
