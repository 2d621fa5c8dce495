import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { registerFile } from '#server/demo/register-files.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { bannedPerson, licensee, representative } from '#test/worlds/register-rows.ts'
import { finishChecks, loadRegister, sendRegister } from '#test/worlds/register-world.ts'
import { screenOutdated } from './screen-applications.ts'

let app: TestApp
let compliance: Client
const ban = bannedPerson('#099000201', 'PAPADOPOULOS, TOMASZ')
const others = [bannedPerson('#099000202', 'OKAFOR, JARRAH'), bannedPerson('#099000203', 'KELLY, DARCY')]

beforeAll(async () => {
  app = await createTestApp()
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())
beforeEach(async () => {
  await asOwner(
    app.databaseUrl,
    'delete from tasks; delete from applications; delete from runs; delete from register_entries; delete from register_snapshots',
  )
})

let sent = 0
async function submit(changes: object = {}): Promise<number> {
  sent += 1
  const fields = {
    ...applicant,
    ...{ firstName: 'Tomasz', lastName: 'Papadopoulos', asicNumber: '990123', company: 'Tidewater Loans' },
    ...{ email: `tomasz.${sent}@example.com`, phone: `(02) 5550 ${String(1000 + sent)}`, ...changes },
  }
  const form = applicationForm(fields, [{ name: 'piInsurance', bytes: pdf(), filename: 'pi.pdf' }])
  const answer = await visitor(app).send('POST', '/api/accreditations', undefined, form)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().id
}
const details = async (id: number): Promise<ApplicationDetails> =>
  (await compliance.get(`/api/accreditations/${id}`)).json()
const approve = (id: number, more: object = {}) =>
  compliance.send('POST', `/api/accreditations/${id}/review`, { action: 'approve', brokerId: null, ...more })
async function loadAll(): Promise<void> {
  await loadRegister(app, compliance, 'banned_persons', [ban, ...others])
  await loadRegister(app, compliance, 'credit_representatives', [
    representative('990123', 'HADDAD, OMAR'),
    representative('990124', 'FRASER, ISLA'),
  ])
  await loadRegister(app, compliance, 'credit_licensees', [licensee('990001', 'SUMMIT FINANCE PTY LTD')])
}

describe('an application for accreditation', () => {
  // Covers: surveillance-38, decision-application-screening
  it('is screened against all registers before a reviewer sees it: a ban, and a number that somebody else holds', async () => {
    await loadAll()
    const { screening, register } = await details(await submit())
    expect(screening).toMatchObject({ result: 'flagged' })
    expect(screening?.riskScore).toBeGreaterThanOrEqual(75)
    const titles = screening?.findings.map(({ title }) => title)
    expect(titles).toContain('PAPADOPOULOS, TOMASZ: Credit Banned & Disqualified')
    expect(titles).toContain('ASIC number 990123 is held by HADDAD, OMAR')
    expect(screening?.detail).toMatch(/^Checked against .*Banned and disqualified persons of/)
    expect(register.check).toBe('other_holder')
    const clean = await details(await submit({ firstName: 'Isla', lastName: 'Fraser', asicNumber: '990124' }))
    expect([clean.screening?.result, clean.screening?.findings, clean.register.check]).toEqual([
      'clean',
      [],
      'found',
    ])
  })

  // Covers: surveillance-38
  it('that is flagged is approved with a justification only, which the applicant does not see; its broker is checked at the same time', async () => {
    await loadAll()
    const id = await submit()
    const refused = await approve(id)
    expect([refused.statusCode, refused.json().fields]).toMatchObject([
      400,
      { justification: expect.stringContaining('Say why you approve') },
    ])
    expect((await details(id)).broker).toBeNull()
    const done = await approve(id, { justification: 'Another person: dates of birth differ' })
    expect(done.statusCode, done.body).toBe(200)
    const { broker, history } = done.json() as ApplicationDetails
    expect(history[0]?.reason).toBe('Another person: dates of birth differ')
    expect((await compliance.get(`/api/surveillance/brokers/${broker?.id}`)).json()).toMatchObject({
      complianceStatus: 'flagged',
    })
    const mails = await app.connection.db
      .selectFrom('messages')
      .selectAll()
      .where('applicationId', '=', id)
      .execute()
    expect(JSON.stringify(mails)).not.toContain('dates of birth')
    expect((await compliance.get(`/api/tasks?kind=compliance_review`)).json()).toHaveLength(1)
  })

  // Covers: surveillance-38
  it('is screened again when a snapshot or the applicant’s details change while it waits', async () => {
    await loadRegister(app, compliance, 'banned_persons', others)
    const id = await submit({ asicNumber: '990124' })
    expect((await details(id)).screening?.result).toBe('clean')
    await loadRegister(app, compliance, 'banned_persons', [ban, ...others])
    await finishChecks(app)
    expect((await details(id)).screening?.result).toBe('flagged')
    await asOwner(
      app.databaseUrl,
      `update applications set first_name = 'Isla', last_name = 'Fraser' where id = ${id}`,
    )
    await screenOutdated(app.ctx())
    expect((await details(id)).screening?.result).toBe('clean')
  })

  // Covers: surveillance-38
  it('is compared with the registers of the moment when it is approved', async () => {
    await loadRegister(app, compliance, 'banned_persons', others)
    const id = await submit({ firstName: 'Isla', lastName: 'Fraser' })
    // uploaded a moment ago: the check of all brokers and applications has not run yet
    const rows = [...others, bannedPerson('#099000204', 'FRASER, ISLA')]
    await sendRegister(compliance, 'banned_persons', registerFile('banned_persons', rows))
    expect((await approve(id)).statusCode).toBe(400)
  })

  // Covers: surveillance-38
  it('without any register is not checked, and is approved without a justification', async () => {
    const id = await submit()
    expect((await details(id)).screening).toMatchObject({
      result: 'not_checked',
      detail: 'Not checked: no ASIC register is loaded.',
    })
    expect((await approve(id)).statusCode).toBe(200)
  })
})
