import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DocumentPreview } from '#contract/documents/document-pictures.ts'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { assemble } from '#server/pdf/assemble-pdf.ts'
import { pageWith } from '#test/hostile-files/pdf.ts'
import { createTestApp, type TestApp, until } from '#test/test-app.ts'
import { pdf } from '#test/worlds/application-forms.ts'
import { type BrokerClient, brokerClient } from '#test/worlds/broker-client.ts'
import { type Client, staffClient, visitor } from '#test/worlds/client.ts'
import { type PortalBroker, portalBroker, uploadAs } from '#test/worlds/portal-brokers.ts'
import { findDocument } from '../store.ts'
import { thumbnailUrlOf } from './picture-urls.rules.ts'
import { renderDocument, renderWaiting } from './render-document.ts'

const PHOTO_ID = 5
const CV = 11
const MINUTE_MS = 60_000
let app: TestApp
let dataDir: string
let broker: PortalBroker
let compliance: Client
let now = new Date()
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pictures-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir }, now: () => now })
  broker = await portalBroker(app)
  compliance = await staffClient(app, 'compliance')
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

const row = async (id: number) => {
  const document = await findDocument(app.ctx(), id)
  if (!document) throw new Error(`no document ${id}`)
  return document
}
async function rendered(bytes: Buffer, typeId = PHOTO_ID): Promise<number> {
  const id = await uploadAs(broker, typeId, { bytes })
  await renderDocument(app.ctx(), { documentId: id })
  return id
}
const preview = async (id: number, client = compliance): Promise<DocumentPreview> => {
  const answer = await client.get(`/api/documents/${id}/preview`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json()
}
const thumbnailUrl = async (id: number): Promise<string> => {
  const url = thumbnailUrlOf(app.ctx(), await row(id))
  if (!url) throw new Error('no picture')
  return url
}
const get = (url: string) => visitor(app).get(url)
const threePages = (): Buffer =>
  assemble({
    objects: [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R 4 0 R 5 0 R] /Count 3 >>',
      ...[300, 400, 500].map(
        (width) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} 600] /Note (${now.getTime()}) >>`,
      ),
    ],
  })
const pictureFiles = () =>
  app.connection.db.selectFrom('vaultFiles').selectAll().where('mediaType', '=', 'image/png').execute()

describe('the pictures of a document', () => {
  // Covers: come-looks-9
  it('are made by the job of its upload: pages are counted, the first one kept in the vault, encrypted', async () => {
    const id = await rendered(threePages())
    const document = await row(id)
    expect(document).toMatchObject({ renderState: 'done', renderFault: null, pages: 3 })
    const answer = await get(await thumbnailUrl(id))
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png'])
    expect(answer.rawPayload.readUInt32BE(16)).toBe(320)
    const kept = (await pictureFiles()).find((file) => file.id === document.thumbnailFileId)
    expect(kept?.attachedAt).not.toBeNull()
    const stored = await readFile(join(dataDir, 'files', kept?.storageName ?? ''))
    expect(stored.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(stored.includes(answer.rawPayload.subarray(0, 32))).toBe(false)
  })

  it('are there soon after an upload, and the screens are told', async () => {
    await app.startWorkers()
    const id = await uploadAs(broker, CV, { bytes: pdf('CV') })
    await until('the picture', async () => (await row(id)).renderState === 'done')
  })

  // Covers: come-looks-9
  it('that cannot be made are told so, and the document stays', async () => {
    const bytes = assemble({ objects: ['<< /Type /Catalog /Pages 2 0 R >>', '42'] })
    const id = await rendered(bytes)
    expect(await row(id)).toMatchObject({ renderState: 'failed', pages: null, thumbnailFileId: null })
    expect(await preview(id)).toEqual({
      state: 'failed',
      fault: expect.stringMatching(/^(Its pages cannot be shown|This PDF has no pages)/),
      pages: 0,
      urls: [],
    })
    const download = await compliance.get(`/api/documents/${id}/download`)
    expect(download.rawPayload.equals(bytes)).toBe(true)
  })

  // Covers: come-looks-10
  it('are made once, however often and at whatever time the job comes', async () => {
    const id = await uploadAs(broker, PHOTO_ID)
    const before = (await pictureFiles()).length
    const ctx = app.ctx()
    await Promise.all([1, 2, 3].map(() => renderDocument(ctx, { documentId: id })))
    await renderDocument(ctx, { documentId: id })
    expect((await row(id)).renderState).toBe('done')
    // the upload's own job runs as well, and the slower of the two deletes its picture
    await until('one picture', async () => (await pictureFiles()).length === before + 1)
    await renderDocument(ctx, { documentId: 2_000_000_000 })
  })

  // Covers: come-looks-10
  it('that a killed process left unmade are made later', async () => {
    const { db } = app.connection
    const id = await uploadAs(broker, PHOTO_ID)
    await until('the first job', async () => (await row(id)).renderState === 'done')
    // as it is where the process died in between: the job is locked for hours, the document waits
    await db.updateTable('documents').set({ renderState: 'waiting' }).where('id', '=', id).execute()
    await renderWaiting(app.ctx())
    expect((await row(id)).renderState).toBe('waiting')
    now = new Date(now.getTime() + 6 * MINUTE_MS)
    await renderWaiting(app.ctx())
    await until('the second job', async () => (await row(id)).renderState === 'done')
  })

  // Covers: come-looks-9
  it('go with the broker, also where they were just being made', async () => {
    const leaving = await portalBroker(app)
    const id = await uploadAs(leaving, PHOTO_ID)
    await until('the picture', async () => (await row(id)).renderState === 'done')
    const { thumbnailFileId } = await row(id)
    await eraseBroker(await app.staff('admin'), leaving.brokerId)
    await until('the picture to go', async () => {
      const left = await pictureFiles()
      return left.every((file) => file.id !== thumbnailFileId)
    })
    await expect(renderDocument(app.ctx(), { documentId: id })).resolves.toBeUndefined()
    const names = await readdir(join(dataDir, 'files'))
    const rows = await app.connection.db.selectFrom('vaultFiles').select('storageName').execute()
    expect(names.sort()).toEqual(rows.map(({ storageName }) => storageName).sort())
  })
})

describe('a preview', () => {
  // Covers: come-looks-11
  it('gives the pages to the reviewer, in order, and leaves one view in the access log', async () => {
    const id = await rendered(threePages())
    const views = async () =>
      (await compliance.get(`/api/document-access?documentId=${id}`)).json<{ how: string; actor: string }[]>()
    const { state, pages, urls } = await preview(id)
    expect([state, pages, urls.length]).toEqual(['done', 3, 3])
    const widths = []
    for (const url of urls) {
      const answer = await get(url)
      expect(answer.statusCode).toBe(200)
      widths.push([answer.rawPayload.readUInt32BE(16), answer.rawPayload.readUInt32BE(20)])
    }
    expect(widths).toEqual([
      [1200, 2400],
      [1200, 1800],
      [1200, 1440],
    ])
    expect(await views()).toEqual([
      expect.objectContaining({ how: 'viewed', actor: 'compliance.client@staff.example' }),
    ])
  })

  // Covers: come-looks-11
  it('gives a broker their own, and says that there is no other', async () => {
    const mine: BrokerClient = await brokerClient(app)
    const own = await uploadAs(
      { ctx: app.ctx({ kind: 'broker', ...mine, sessionId: 1, name: 'P', ip: null }) },
      CV,
    )
    await renderDocument(app.ctx(), { documentId: own })
    const answer = await mine.get(`/api/broker/documents/${own}/preview`)
    expect([answer.statusCode, answer.json<DocumentPreview>().urls.length]).toEqual([200, 1])
    const foreign = await rendered(pdf())
    expect((await mine.get(`/api/broker/documents/${foreign}/preview`)).statusCode).toBe(404)
    expect((await mine.get(`/api/documents/${foreign}/preview`)).statusCode).toBe(401)
    expect(
      (await (await staffClient(app, 'lender')).get(`/api/documents/${foreign}/preview`)).statusCode,
    ).toBe(403)
  })

  it('of what waits for its pictures gives none, and is no view', async () => {
    const id = await uploadAs(broker, PHOTO_ID)
    await until('the picture', async () => (await row(id)).renderState === 'done')
    await app.connection.db
      .updateTable('documents')
      .set({ renderState: 'waiting' })
      .where('id', '=', id)
      .execute()
    expect(await preview(id)).toMatchObject({ state: 'waiting', fault: null, urls: [] })
    expect((await compliance.get(`/api/document-access?documentId=${id}`)).json()).toEqual([])
  })

  it('shows the first 60 of many pages', async () => {
    const kids = Array.from({ length: 70 }, (_, index) => `${index + 3} 0 R`)
    const id = await rendered(
      assemble({
        objects: [
          '<< /Type /Catalog /Pages 2 0 R >>',
          `<< /Type /Pages /Kids [${kids.join(' ')}] /Count 70 >>`,
          ...kids.map(() => '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 60 80] >>'),
        ],
      }),
    )
    const { pages, urls } = await preview(id)
    expect([pages, urls.length]).toEqual([70, 60])
    expect((await get(urls[59] ?? '')).statusCode).toBe(200)
    expect((await get((urls[59] ?? '').replace('/pages/60', '/pages/61'))).statusCode).toBe(404)
  })
})

describe('the address of a picture', () => {
  // Covers: come-looks-11
  it('opens that picture alone, for ten minutes', async () => {
    const [id, other] = [await rendered(pdf()), await rendered(pageWith())]
    const [thumbnail, page] = [await thumbnailUrl(id), (await preview(id)).urls[0] ?? '']
    for (const url of [thumbnail, page]) {
      const [path, token = ''] = url.split('?token=')
      const answers = await Promise.all(
        [
          url,
          path,
          `${path}?token=`,
          `${path}?token=x`,
          `${path}?token=${token.slice(0, -1)}`,
          `${path}?token=${token}.a`,
        ]
          .map((asked) => get(asked ?? ''))
          .concat([get(url.replace(`/${id}/`, `/${other}/`))]),
      )
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401, 403, 403, 403, 403])
    }
    const mixed = await get(`${page.split('?')[0]}?${thumbnail.split('?')[1]}`)
    expect(mixed.statusCode).toBe(403)
    now = new Date(now.getTime() + 11 * MINUTE_MS)
    expect([(await get(thumbnail)).statusCode, (await get(page)).statusCode]).toEqual([403, 403])
    expect((await get(await thumbnailUrl(id))).statusCode).toBe(200)
  })

  // Covers: come-looks-11
  it('gives nothing that anybody would keep, run or frame', async () => {
    const id = await rendered(pdf())
    for (const url of [await thumbnailUrl(id), (await preview(id)).urls[0] ?? '']) {
      expect((await get(url)).headers).toMatchObject({
        'content-type': 'image/png',
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
      })
    }
  })
})
