import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { DocumentPreview } from '#contract/documents/document-pictures.ts'
import { hostileFiles } from '#test/hostile-files/hostile-files.ts'
import type { HostileFile } from '#test/hostile-files/types.ts'
import { until } from '#test/product/client.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'

const demoBroker = { email: 'broker@brokerline.example', password: 'demo-Broker-2026' }
/** Of the document type that takes no part in the accreditation. */
const CV = 11
const MAX_REQUEST_MS = 15_000
const MAX_MEGABYTES = 600

/** The tests of the scanner cover the response to each file; here one of each kind is sent. */
const kindOf = ({ answer }: HostileFile): string =>
  answer.status === 201 ? `taken, drawn ${answer.render} ${answer.keptName ?? ''}` : answer.says
const ofEachKind = new Map(hostileFiles.map((file) => [kindOf(file), file]))
const files = process.env.DEEP ? hostileFiles : [...ofEachKind.values()]

let server: RunningServer
let token: string
beforeAll(async () => {
  server = await startServer({ copyOf: process.env.DEMO_WORLD })
  const answer = await fetch(`${server.url}/api/broker/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoBroker),
  })
  token = ((await answer.json()) as { token: string }).token // the contract's answer
})
afterAll(() => server?.stop())

interface Answer {
  status: number
  json: { id?: number; message?: string; originalFilename?: string }
  ms: number
}

/** As a browser sends it; the name is unchanged, except for characters that end a header. */
async function upload({ make, filename = 'file.pdf' }: HostileFile): Promise<Answer> {
  const boundary = 'hostile-8f2c41d07b'
  const part = (header: string) => `--${boundary}\r\ncontent-disposition: form-data; ${header}\r\n`
  const head =
    `${part('name="documentTypeId"')}\r\n${CV}\r\n` +
    `${part(`name="document"; filename="${filename.replaceAll('"', '%22')}"`)}content-type: application/pdf\r\n\r\n`
  const body = new Uint8Array(
    Buffer.concat([Buffer.from(head), make(), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  )
  const began = performance.now()
  const reply = await fetch(`${server.url}/api/broker/documents/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body,
  })
  const json = (await reply.json()) as Answer['json'] // the contract's answer, or its error
  return { status: reply.status, json, ms: performance.now() - began }
}

async function preview(id: number): Promise<DocumentPreview> {
  const answer = await fetch(`${server.url}/api/broker/documents/${id}/preview`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return (await answer.json()) as DocumentPreview // the contract's answer
}

/** Peak memory of the process, where the system reports it. */
async function peakMegabytes(): Promise<number> {
  const status = await readFile(`/proc/${server.pid}/status`, 'utf8').catch(() => '')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

/** The faults of the response to an upload. */
function faultsOf({ answer }: HostileFile, { status, json, ms }: Answer): string[] {
  const { message, originalFilename } = json
  const faults = ms > MAX_REQUEST_MS ? [`took ${Math.round(ms)} ms`] : []
  if (status !== answer.status) return [...faults, `${status} ${JSON.stringify(json)}`]
  if (answer.status !== 201) {
    return message?.startsWith(answer.says) ? faults : [...faults, `says ${message}`]
  }
  const expected = answer.keptName ?? 'file.pdf'
  return originalFilename === expected ? faults : [...faults, `is called ${originalFilename}`]
}

// Covers: come-looks-6
it('each of the hostile files gets its answer, and the server goes on', { timeout: 300_000 }, async () => {
  expect(hostileFiles.length).toBeGreaterThanOrEqual(60)
  expect(files.length).toBeGreaterThanOrEqual(30)
  const kept = new Map<number, HostileFile>()
  const wrong: string[] = []
  let slowest = 0
  for (const file of files) {
    const answer = await upload(file)
    slowest = Math.max(slowest, answer.ms)
    wrong.push(...faultsOf(file, answer).map((fault) => `${file.name}: ${fault}`))
    if (answer.json.id) kept.set(answer.json.id, file)
  }
  for (const [id, { name, answer }] of kept) {
    const { state, pages } = await until(
      `pictures of ${name}`,
      () => preview(id),
      (one) => one.state !== 'waiting',
      200,
    )
    if (answer.status !== 201) continue
    if (!answer.render.some((ending) => ending === state)) wrong.push(`${name}: drawing ended as ${state}`)
    if (answer.pages !== undefined && pages !== answer.pages) wrong.push(`${name}: has ${pages} pages`)
  }
  expect(wrong).toEqual([])
  const megabytes = await peakMegabytes()
  console.log(
    `${files.length} hostile files: slowest ${Math.round(slowest)} ms, peak ${Math.round(megabytes)} MB`,
  )
  expect(megabytes).toBeLessThan(MAX_MEGABYTES)

  // the same process takes and draws a good one as ever, and shows its page
  const good = hostileFiles.find(({ name }) => name === 'a page of 200 inches')
  if (!good) throw new Error('the good one is gone')
  const { status, json } = await upload(good)
  expect(status).toBe(201)
  const { urls } = await until(
    'its picture',
    () => preview(json.id ?? 0),
    (one) => one.state === 'done',
    30,
  )
  const page = await fetch(new URL(urls[0] ?? '', server.url))
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(server.exitCode()).toBeNull()
})
