import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BrokerClient, brokerClient } from '#server/test/broker-client.ts'
import { createTestApp, type TestApp, until } from '#server/test/test-app.ts'
import type { HostileFile } from '#tools/hostile-files/types.ts'
import { hostileFiles } from '#tools/hostile-files.ts'

const CV = 11
const MEGABYTE = 1024 * 1024
const MAX_REQUEST_MS = 15_000
const MAX_MEMORY = 600 * MEGABYTE

let app: TestApp
let dataDir: string
let broker: BrokerClient
let url: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hostile-'))
  app = await createTestApp({ env: { DATA_DIR: dataDir } })
  broker = await brokerClient(app)
  url = await app.server.listen({ port: 0, host: '127.0.0.1' })
  await app.startWorkers()
})
afterAll(async () => {
  await app?.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** As a browser sends it; the name as it is, but for what ends a header. */
function formOf(bytes: Buffer, filename: string): { body: Uint8Array<ArrayBuffer>; type: string } {
  const boundary = 'hostile-8f2c41d07b'
  const name = filename.replaceAll('"', '%22')
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="documentTypeId"\r\n\r\n${CV}\r\n--${boundary}\r\ncontent-disposition: form-data; name="document"; filename="${name}"\r\ncontent-type: application/pdf\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
  return { body: new Uint8Array(body), type: `multipart/form-data; boundary=${boundary}` }
}

interface Answer {
  status: number
  json: { id?: number; message?: string; originalFilename?: string }
  ms: number
}

async function upload({
  make,
  filename = 'file.pdf',
}: Pick<HostileFile, 'make' | 'filename'>): Promise<Answer> {
  const { body, type } = formOf(make(), filename)
  const began = performance.now()
  const reply = await fetch(`${url}/api/broker/documents/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${broker.token}`, 'content-type': type },
    body,
  })
  const json = (await reply.json()) as Answer['json'] // the contract's answer, or its error
  return { status: reply.status, json, ms: performance.now() - began }
}

const documents = () =>
  app.connection.db
    .selectFrom('documents')
    .select(['id', 'renderState', 'renderFault', 'pages', 'fileId', 'thumbnailFileId'])
    .execute()

/** What this process holds right now; the sender's own copies are in it too. */
async function memory(): Promise<number> {
  const status = await readFile('/proc/self/status', 'utf8').catch(() => '')
  const kilobytes = /VmRSS:\s+(\d+)/.exec(status)?.[1]
  return kilobytes ? Number(kilobytes) * 1024 : process.memoryUsage.rss()
}

it('each of the hostile files gets its answer, and the server goes on', { timeout: 240_000 }, async () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(60)
  let most = 0
  const watch = setInterval(async () => {
    most = Math.max(most, await memory())
  }, 50)
  const kept = new Map<number, HostileFile>()
  const wrong: string[] = []
  for (const file of hostileFiles) {
    const { status, json, ms } = await upload(file)
    const { answer, name } = file
    if (ms > MAX_REQUEST_MS) wrong.push(`${name}: took ${Math.round(ms)} ms`)
    if (status !== answer.status) wrong.push(`${name}: ${status} ${JSON.stringify(json)}`)
    else if (answer.status !== 201) {
      if (!json.message?.startsWith(answer.says)) wrong.push(`${name}: says ${json.message}`)
    } else {
      if (json.id) kept.set(json.id, file)
      const { keptName = 'file.pdf' } = answer
      if (json.originalFilename !== keptName) wrong.push(`${name}: is called ${json.originalFilename}`)
    }
  }
  await until(
    'every document to be drawn or given up',
    async () => {
      const waiting = (await documents()).filter(({ renderState }) => renderState === 'waiting')
      return waiting.length === 0
    },
    200,
  )
  clearInterval(watch)
  for (const { id, renderState, pages } of await documents()) {
    const file = kept.get(id)
    if (file?.answer.status !== 201) throw new Error(`document ${id} is none of those that were sent`)
    const { render, pages: expected } = file.answer
    if (!render.some((state) => state === renderState))
      wrong.push(`${file.name}: drawing ended as ${renderState}`)
    if (expected !== undefined && pages !== expected) wrong.push(`${file.name}: has ${pages} pages`)
  }
  expect(wrong).toEqual([])
  expect(most, 'bytes of this process').toBeLessThan(MAX_MEMORY)
  // nothing of the refused ones is left
  const names = await readdir(join(dataDir, 'files'))
  const rows = await documents()
  const files = rows.flatMap(({ fileId, thumbnailFileId }) => [fileId, thumbnailFileId ?? []].flat())
  expect([names.filter((name) => name.endsWith('.age')).length, kept.size]).toEqual([
    files.length,
    rows.length,
  ])
  // and a good one is taken and drawn as ever
  const after = await upload({
    make: () => hostileFiles.find(({ name }) => name === 'a page of 200 inches')?.make() ?? Buffer.alloc(0),
  })
  expect(after.status).toBe(201)
  await until('the last one to be drawn', async () =>
    (await documents()).some(({ id, renderState }) => id === after.json.id && renderState === 'done'),
  )
})
