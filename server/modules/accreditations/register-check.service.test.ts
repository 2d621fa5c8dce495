import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { longDate } from '#server/calendar/words.ts'
import { type RegisterCells, registerFile } from '#server/demo/register-files.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { licensee, representative } from '#test/worlds/register-rows.ts'
import { sendRegister } from '#test/worlds/register-world.ts'

let app: TestApp
let admin: Client
beforeAll(async () => {
  app = await createTestApp()
  admin = await staffClient(app, 'admin')
})
afterAll(() => app?.close())

async function submit({ asicNumber }: { asicNumber: string }): Promise<{ id: number }> {
  const fields = {
    ...applicant,
    asicNumber,
    email: `register.${asicNumber.replaceAll(/\D/g, '')}@example.com`,
  }
  const form = applicationForm(fields, [{ name: 'piInsurance', bytes: pdf(), filename: 'pi.pdf' }])
  const answer = await visitor(app).send('POST', '/api/accreditations', undefined, form)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}
const details = async (id: number): Promise<ApplicationDetails> =>
  (await admin.get(`/api/accreditations/${id}`)).json()

describe('the details of an application', () => {
  // Covers: accreditation-applications-15, surveillance-37
  it('say that no register is loaded, and what one says once it is', async () => {
    const { id } = await submit({ asicNumber: '000 123-456' })
    expect((await details(id)).register).toEqual({
      check: 'not_loaded',
      detail: 'The ASIC register is not loaded here, so the number has not been checked.',
      holder: null,
    })
    const check = async (rows: readonly RegisterCells[]) => {
      const loaded = await sendRegister(
        admin,
        'credit_representatives',
        registerFile('credit_representatives', rows),
      )
      expect(loaded.statusCode, loaded.body).toBe(200)
      return (await details(id)).register
    }
    const day = longDate(new Date(`${sydneyDate(app.ctx().now())}T00:00:00Z`))
    const others = [representative('999', 'SOMEBODY, ELSE')]
    // the number of a licensee may be right all the same
    expect(await check(others)).toMatchObject({
      check: 'not_loaded',
      detail: `The number is not among the credit representatives of ${day}. The register of credit licensees is not loaded here, so the number was not looked for there.`,
    })
    const licensees = registerFile('credit_licensees', [licensee('990002', 'ANOTHER PTY LTD')])
    const loaded = await sendRegister(admin, 'credit_licensees', licensees)
    expect(loaded.statusCode, loaded.body).toBe(200)
    expect((await details(id)).register).toMatchObject({
      check: 'not_found',
      detail: `The number is not on the register of ${day}.`,
    })
    const ended = representative('000123456', 'CHEN, MEI', { CRED_REP_END_DT: '30/06/2026' })
    expect(await check([ended])).toMatchObject({ check: 'ended', holder: 'CHEN, MEI' })
    expect(await check([ended, representative('123456', 'CHEN, MEI', { CRED_LIC_NUM: '990002' })])).toEqual({
      check: 'found',
      detail: `The number is on the register of ${day}: CHEN, MEI.`,
      holder: 'CHEN, MEI',
    })
    const suspended = await submit({ asicNumber: '990003' })
    const licensed = [
      licensee('990002', 'ANOTHER PTY LTD'),
      licensee('990003', 'QUIET PTY LTD', { CRED_LIC_STATUS: 'SUSP' }),
    ]
    const newer = await sendRegister(admin, 'credit_licensees', registerFile('credit_licensees', licensed))
    expect(newer.statusCode, newer.body).toBe(200)
    expect((await details(suspended.id)).register).toEqual({
      check: 'suspended',
      detail: `The register of ${day} shows that QUIET PTY LTD is suspended.`,
      holder: 'QUIET PTY LTD',
    })
    await asOwner(app.databaseUrl, `update register_snapshots set snapshot_date = snapshot_date - 15`)
    expect((await details(id)).register).toMatchObject({
      check: 'found',
      detail: expect.stringContaining(': CHEN, MEI. It is 15 days old: load a newer one.'),
    })
  })
})
