import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentAccess } from '#contract/documents/document-types.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { applicant, applicationForm, pdf } from '#test/worlds/application-forms.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'

const PHOTO_ID = 5
let app: TestApp
let compliance: Client
beforeAll(async () => {
  app = await createTestApp()
  compliance = await staffClient(app, 'compliance')
})
afterAll(() => app?.close())

const log = async (query = ''): Promise<DocumentAccess[]> => {
  const answer = await compliance.get(`/api/document-access${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}

describe('a download by staff', () => {
  // Covers: document-review-expiry-12
  it('is the file as it was sent, under its name, locked away from everything, and in the log', async () => {
    const broker = await portalBroker(app, { name: 'Mei Chen' })
    const bytes = pdf('Driver licence')
    const id = await uploadAs(broker, PHOTO_ID, { bytes, filename: 'Führerschein "2026".pdf' })
    const answer = await compliance.get(`/api/documents/${id}/download`)
    expect(answer.statusCode).toBe(200)
    expect(answer.rawPayload.equals(bytes)).toBe(true)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': expect.stringMatching(/^attachment; .*F%C3%BChrerschein/),
    })
    expect(await log(`?documentId=${id}`)).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(String),
        actor: 'compliance.client@staff.example',
        how: 'downloaded',
        document: { id, filename: 'Führerschein "2026".pdf', typeName: 'Photo ID' },
        broker: { id: broker.brokerId, name: 'Mei Chen' },
        ip: '127.0.0.1',
      },
    ])
  })

  // Covers: document-review-expiry-12
  it('is refused to lenders, viewers, visitors and brokers, and leaves no trace in the log', async () => {
    const broker = await portalBroker(app)
    const id = await uploadAs(broker, PHOTO_ID)
    const url = `/api/documents/${id}/download`
    for (const role of ['lender', 'viewer'] as const) {
      expect((await (await staffClient(app, role)).get(url)).statusCode).toBe(403)
    }
    expect((await visitor(app).get(url)).statusCode).toBe(401)
    expect(await log(`?documentId=${id}`)).toEqual([])
    expect((await compliance.get('/api/documents/2000000000/download')).statusCode).toBe(404)
  })
})

describe('the access log', () => {
  // Covers: document-review-expiry-12
  it('shows views and downloads, of applications too, newest first, in pages, by broker', async () => {
    const [mei, wei] = [await portalBroker(app, { name: 'Mei' }), await portalBroker(app, { name: 'Wei' })]
    const [first, second] = [
      await uploadAs(mei, PHOTO_ID),
      await uploadAs(wei, PHOTO_ID, { filename: 'wei.pdf' }),
    ]
    await compliance.get(`/api/documents/${first}/download`)
    await audit(wei.ctx, {
      ...{ action: 'document.viewed', subjectType: 'document', subjectId: second },
      after: { filename: 'wei.pdf', typeName: 'Photo ID', brokerId: wei.brokerId },
    })
    const form = applicationForm(applicant, [{ name: 'piInsurance', bytes: pdf(), filename: 'pi.pdf' }])
    const { id } = (await visitor(app).send('POST', '/api/accreditations', undefined, form)).json()
    await compliance.get(`/api/accreditations/${id}/files/piInsurance?download=false`)
    const all = (await log()).slice(0, 3)
    expect(all.map(({ how, actor, document, broker }) => [how, actor, document, broker?.name])).toEqual([
      [
        'viewed',
        'compliance.client@staff.example',
        { id: null, filename: 'pi.pdf', typeName: `Professional indemnity insurance of application ${id}` },
        undefined,
      ],
      ['viewed', wei.email, { id: second, filename: 'wei.pdf', typeName: 'Photo ID' }, 'Wei'],
      ['downloaded', 'compliance.client@staff.example', expect.objectContaining({ id: first }), 'Mei'],
    ])
    await app.connection.db
      .updateTable('applications')
      .set({ brokerId: wei.brokerId })
      .where('id', '=', id)
      .execute()
    expect((await log(`?brokerId=${wei.brokerId}`)).map(({ id: row }) => row)).toEqual(
      all.slice(0, 2).map(({ id: row }) => row),
    )
    expect((await log('?q=WEI.pdf')).map(({ document }) => document.id)).toEqual([second])
    const page = await compliance.get('/api/document-access?limit=1')
    const next = /<([^>]+)>/.exec(String(page.headers.link))?.[1] ?? ''
    expect((await compliance.get(next)).json()).toMatchObject([{ id: all[1]?.id }])
    for (const role of ['lender', 'viewer'] as const) {
      expect((await (await staffClient(app, role)).get('/api/document-access')).statusCode).toBe(403)
    }
  })

  // Covers: document-review-expiry-12
  it('outlives documents and brokers, follows a merge, and can be changed by nobody', async () => {
    const [gone, kept] = [await portalBroker(app), await portalBroker(app, { name: 'Kept' })]
    const [lost, moved] = [await uploadAs(gone, PHOTO_ID), await uploadAs(gone, PHOTO_ID)]
    await compliance.get(`/api/documents/${lost}/download`)
    await compliance.get(`/api/documents/${moved}/download`)
    const { db } = app.connection
    await db.updateTable('documents').set({ brokerId: kept.brokerId }).where('id', '=', moved).execute()
    expect(await log(`?documentId=${moved}`)).toMatchObject([{ broker: { id: kept.brokerId, name: 'Kept' } }])
    expect(await log(`?brokerId=${kept.brokerId}`)).toMatchObject([{ document: { id: moved } }])
    await eraseBroker(await app.staff('admin'), gone.brokerId)
    expect(await log(`?documentId=${lost}`)).toMatchObject([
      { document: { id: null, filename: 'Erased person', typeName: 'Photo ID' }, broker: null },
    ])
    expect((await log(`?brokerId=${gone.brokerId}`)).length).toBe(2)
    for (const change of ['delete from audit_log', `update audit_log set actor = 'nobody'`]) {
      const downloads = `${change} where action = 'document.downloaded'`
      await expect(asOwner(app.databaseUrl, downloads)).rejects.toThrow('append-only')
    }
  })
})
