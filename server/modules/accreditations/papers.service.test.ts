import { afterAll, beforeAll, expect, it } from 'vitest'
import { NO_PAPERS } from '#contract/accreditations.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ env: { DEMO: 'off', TWO_FACTOR: 'offered', RATE_LIMITS: 'on' } })
})
afterAll(() => app?.close())

it('an application is refused until terms and privacy policy are linked, and the page says so', async () => {
  const certificate = { name: 'piInsurance', bytes: pdf(), filename: 'pi.pdf' }
  const submit = () =>
    visitor(app).send('POST', '/api/accreditations', undefined, applicationForm(applicant, [certificate]))
  const refused = await submit()
  expect([refused.statusCode, refused.json().message]).toEqual([422, NO_PAPERS])
  expect((await visitor(app).get('/accreditation')).body).toContain('Applications are not open yet')
  const admin = await staffClient(app, 'admin')
  const links = { termsUrl: 'https://lumen.example/terms', privacyUrl: 'https://lumen.example/privacy' }
  expect((await admin.send('PATCH', '/api/organisation', links)).statusCode).toBe(200)
  expect((await visitor(app).get('/accreditation')).body).not.toContain('Applications are not open yet')
  expect((await submit()).statusCode).toBe(201)
})
