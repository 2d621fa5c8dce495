import { afterAll, beforeAll, expect, it } from 'vitest'
import { NO_PAPERS } from '#contract/accreditations/accreditations.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { DEMO: 'off', TWO_FACTOR: 'offered', RATE_LIMITS: 'on' } })
})
afterAll(() => app?.close())

const mails = () =>
  app.connection.db
    .selectFrom('messages')
    .select(['recipient', 'subject'])
    .where('template', '=', 'staff_report')
    .execute()

// Covers: console-toasts-19
it('an application is refused until terms and privacy policy are linked, the page says so, and staff get one task and mail', async () => {
  const admin = await staffClient(app, 'admin')
  const tasks = async (of: string) => (await admin.get(`/api/tasks?kind=papers_missing&state=${of}`)).json()
  const certificate = { name: 'piInsurance', bytes: pdf(), filename: 'pi.pdf' }
  const submit = () =>
    visitor(app).send('POST', '/api/accreditations', undefined, applicationForm(applicant, [certificate]))
  const refused = await submit()
  expect([refused.statusCode, refused.json().message]).toEqual([422, NO_PAPERS])
  await submit()
  expect(await tasks('open')).toMatchObject([
    { name: 'Accreditation form', details: expect.stringContaining('could not submit') },
  ])
  expect(await mails()).toMatchObject([{ subject: 'An accreditation application could not be submitted' }])
  expect((await visitor(app).get('/accreditation')).body).toContain('Applications are not open yet')
  const links = { termsUrl: 'https://lumen.example/terms', privacyUrl: 'https://lumen.example/privacy' }
  expect((await admin.send('PATCH', '/api/organisation', links)).statusCode).toBe(200)
  expect((await visitor(app).get('/accreditation')).body).not.toContain('Applications are not open yet')
  expect([await tasks('open'), await tasks('ended')]).toMatchObject([
    [],
    [{ endedReason: 'Both links were added.' }],
  ])
  expect((await submit()).statusCode).toBe(201)
  // the same matter begins again
  await admin.send('PATCH', '/api/organisation', { termsUrl: '' })
  await submit()
  expect([(await tasks('open')).length, (await mails()).length]).toEqual([1, 2])
})
