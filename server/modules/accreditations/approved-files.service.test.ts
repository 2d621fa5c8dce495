import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Submission } from '#contract/accreditations/accreditations.ts'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { addDays } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { cleanVault } from '#server/modules/vault/destruction.ts'
import { releaseFiles } from '#server/modules/vault/vault-files.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { applicant, applicationForm, pdf, png } from '#test/worlds/application-forms.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'

let app: TestApp
let dataDir: string
let reviewer: Client
let admin: Client
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'approved-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
  reviewer = await staffClient(app, 'compliance')
  admin = await staffClient(app, 'admin')
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

let people = 0
async function submit(): Promise<{ id: number; statusUrl: string }> {
  people += 1
  const fields = { ...applicant, asicNumber: `77${people}`, email: `papers.${people}@example.com` }
  const form = applicationForm(fields, [
    { name: 'piInsurance', bytes: pdf(`Currency ${people}`), filename: 'pi.pdf' },
    { name: 'licenceCopy', bytes: png, filename: 'licence.png' },
  ])
  return (await visitor(app).send('POST', '/api/accreditations', undefined, form)).json()
}
async function approve(id: number, expiries: object = {}): Promise<number> {
  const body = { action: 'approve', brokerId: null, expiries }
  const answer = await reviewer.send('POST', `/api/accreditations/${id}/review`, body)
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<ApplicationDetails>().broker?.id ?? 0
}
const versions = (brokerId: number) =>
  app.connection.db
    .selectFrom('documents')
    .innerJoin('documentTypes', 'documentTypes.id', 'documentTypeId')
    .leftJoin('users', 'users.id', 'reviewedBy')
    .select(['applicationFile', 'version', 'status', 'expiresOn', 'renderState', 'users.name as reviewer'])
    .where('documents.brokerId', '=', brokerId)
    .orderBy('documents.id')
    .execute()
const stored = async (): Promise<number> => {
  await cleanVault(app.ctx())
  return (await readdir(join(dataDir, 'files'))).length
}
const nextYear = addDays(sydneyDate(new Date()), 300)

describe('the files of an approved application', () => {
  // Covers: staff-screens-microsites-19
  it('are documents of the broker, with the review that they had, and none is asked for again', async () => {
    const { id, statusUrl } = await submit()
    const brokerId = await approve(id, { piInsurance: nextYear })
    expect(await versions(brokerId)).toEqual([
      {
        ...{ applicationFile: 'piInsurance', version: 1, status: 'approved', expiresOn: nextYear },
        ...{ renderState: 'waiting', reviewer: 'Test compliance' },
      },
      // no last day was entered, so it waits in the document reviews; a picture has no pages
      {
        ...{ applicationFile: 'licenceCopy', version: 1, status: 'pending', expiresOn: null },
        ...{ renderState: 'failed', reviewer: null },
      },
    ])
    const accreditation = (await admin.get(`/api/brokers/${brokerId}/accreditation`)).json()
    expect(accreditation).toMatchObject({ fulfilled: 1, pending: 1, status: 'conditional' })
    const address = new URL(statusUrl).pathname.replace('/accreditation', '/api/accreditations')
    const { outstanding } = (await visitor(app).get(address)).json<Submission>()
    expect(outstanding).toHaveLength(accreditation.required - 2)
    expect(outstanding.join()).not.toMatch(/indemnity|licence/)
    const queue = (await reviewer.get('/api/documents?status=pending')).json<{ broker: { id: number } }[]>()
    expect(queue.filter(({ broker }) => broker.id === brokerId)).toHaveLength(1)
  })

  it('take the place of nothing that the broker has uploaded since', async () => {
    const { id } = await submit()
    const broker = await portalBroker(app)
    const { id: documentTypeId } = await app.connection.db
      .selectFrom('documentTypes')
      .select('id')
      .where('applicationFile', '=', 'piInsurance')
      .executeTakeFirstOrThrow()
    const newer = await uploadAs(broker, documentTypeId)
    const claimed = await reviewer.send('POST', `/api/documents/${newer}/claim`, { claim: true })
    expect(claimed.statusCode).toBe(200)
    const note = 'Your new certificate, please.'
    const asked = { documentTypeId, note }
    await reviewer.send('POST', `/api/brokers/${broker.brokerId}/documents/ask`, asked)
    const body = { action: 'approve', brokerId: broker.brokerId, expiries: { piInsurance: nextYear } }
    expect((await reviewer.send('POST', `/api/accreditations/${id}/review`, body)).statusCode).toBe(200)
    const papers = (await versions(broker.brokerId)).filter(
      ({ applicationFile }) => applicationFile === 'piInsurance',
    )
    expect(papers).toMatchObject([
      { version: 2, status: 'pending', reviewer: null },
      { version: 1, status: 'approved', expiresOn: nextYear, reviewer: 'Test compliance' },
    ])
    // the one that counts until the newer one is reviewed, by who has it open
    const accreditation = (await admin.get(`/api/brokers/${broker.brokerId}/accreditation`)).json()
    expect(accreditation).toMatchObject({ fulfilled: 1 })
    expect((await reviewer.get(`/api/documents/${newer}`)).json()).toMatchObject({
      ...{ current: true, refusal: null, claimedBy: { name: 'Test compliance' } },
      askedNote: note,
    })
    const verdict = { action: 'approve', expiresOn: addDays(nextYear, 60) }
    expect((await reviewer.send('POST', `/api/documents/${newer}/review`, verdict)).statusCode).toBe(200)
  })

  // Covers: staff-screens-microsites-19
  it('with a day that has passed are refused, and nothing is approved', async () => {
    const { id } = await submit()
    const body = { action: 'approve', brokerId: null, expiries: { piInsurance: '2020-01-01' } }
    const answer = await reviewer.send('POST', `/api/accreditations/${id}/review`, body)
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { 'expiries.piInsurance': expect.stringContaining('This day has passed') },
    ])
    expect((await admin.get(`/api/accreditations/${id}`)).json().status).toBe('submitted')
  })

  // Covers: staff-screens-microsites-19
  it('exist once, and are destroyed when neither the application nor the broker holds them', async () => {
    const { id } = await submit()
    const before = await stored()
    const brokerId = await approve(id)
    expect(await stored()).toBe(before)
    const { db } = app.connection
    const held = db.selectFrom('documents').select('fileId').where('brokerId', '=', brokerId)
    await app.ctx().tx(async (tx) =>
      releaseFiles(
        tx,
        (await held.execute()).map(({ fileId }) => fileId),
      ),
    )
    expect(await stored()).toBe(before)
    expect((await admin.send('DELETE', `/api/brokers/${brokerId}`)).statusCode).toBe(200)
    expect(await stored()).toBe(before - 2)
  })
})
