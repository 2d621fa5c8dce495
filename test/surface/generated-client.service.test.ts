import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generateSource } from 'oazapfts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { crmDouble } from '../doubles/crm-double.ts'
import { freePort } from '../free-port.ts'
import { createTestApp, type TestApp, until } from '../test-app.ts'
import { pdf } from '../worlds/application-forms.ts'
import { addPortalBroker } from '../worlds/broker-client.ts'
import { PASSWORD, staffClient, visitor } from '../worlds/client.ts'
import { makeWebhook, webhookWorker } from '../worlds/webhooks-world.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TSC = join(ROOT, 'node_modules', '.bin', 'tsc')
const run = promisify(execFile)

/** A program written from the description alone: its compiler checks every field and every response. */
const program = `
import { readFileSync } from 'node:fs'
import * as api from './client.ts'
const [origin = '', brokerEmail = '', password = '', pdf = ''] = process.argv.slice(2)
api.defaults.baseUrl = origin

const signedIn = await api.postApiLogin({ body: { email: 'admin.client@staff.example', password } })
if (signedIn.status !== 200) throw new Error(signedIn.data.message)
const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0]).join('; ')
const staff = { headers: { cookie } }

const body = { name: 'Spring', product: 'Flex', callScript: 'Hello', rate: 6.14 }
const created = await api.postApiCampaigns({ body }, staff)
if (created.status !== 201) throw new Error(created.data.message)
const rate: string | null = created.data.rate
const refused = await api.postApiCampaigns({ body: { ...body, name: '' } }, staff)
const fields: Record<string, string> | undefined = refused.status === 400 ? refused.data.fields : undefined
const list = await api.getApiCampaigns({ limit: 10, status: 'active' }, staff)
const names: string[] = list.status === 200 ? list.data.map(({ name }) => name) : []

const opened = await api.postApiBrokerLogin({ body: { email: brokerEmail, password } })
const token = opened.status === 200 && 'token' in opened.data ? opened.data.token : ''
const document = new Blob([readFileSync(pdf)], { type: 'application/pdf' })
const uploaded = await api.postApiBrokerDocumentsUpload(
  { body: { documentTypeId: 1, document } },
  { headers: { authorization: 'Bearer ' + token } },
)
const file: string = uploaded.status === 201 ? uploaded.data.status : uploaded.data.message
// the compiler has to find these three, or it is told too little
type CampaignBody = Parameters<typeof api.postApiCampaigns>[0]['body']
// @ts-expect-error a rate is a text or a number
const noRate: CampaignBody['rate'] = true
// @ts-expect-error the file of an upload has its field's name
const noField: Parameters<typeof api.postApiBrokerDocumentsUpload>[0]['body'] = { documentTypeId: 1, file: document }
// @ts-expect-error an address is not only the empty text
const noAddress: Parameters<typeof api.patchApiOrganisation>[0]['body']['privacyUrl'] extends '' | undefined ? true : false = true
// an upload may be refused for its type
const refusals: Awaited<ReturnType<typeof api.postApiBrokerDocumentsUpload>>['status'] = 415
console.log(JSON.stringify({ rate, refused: refused.status, fields, names, file }))
`

const settings = {
  compilerOptions: {
    ...{
      strict: true,
      noEmit: true,
      target: 'esnext',
      module: 'nodenext',
      lib: ['esnext', 'dom', 'dom.iterable'],
    },
    ...{ allowImportingTsExtensions: true, skipLibCheck: true, types: ['node'] },
  },
}

const EXAMPLE = join(ROOT, 'packages/client/examples/mirror-to-crm.ts')

let app: TestApp
let folder: string
beforeAll(async () => {
  app = await createTestApp()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  folder = await mkdtemp(join(tmpdir(), 'brokerline-client-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  const description = join(folder, 'openapi.json')
  await writeFile(description, (await visitor(app).get('/api/openapi.json')).body)
  await writeFile(join(folder, 'client.ts'), await generateSource(description, { argumentStyle: 'object' }))
})
afterAll(async () => {
  await app?.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a client generated from the description', () => {
  // Covers: http-conventions-12
  it('signs in, lists, creates, reads an error and uploads, with every type checked', async () => {
    await writeFile(join(folder, 'program.ts'), program)
    await writeFile(join(folder, 'document.pdf'), pdf())
    // the example of the package is compiled with it
    const example = (await readFile(EXAMPLE, 'utf8')).replace('@brokerline/client', './client.ts')
    await writeFile(join(folder, 'mirror.ts'), example)
    const { stdout: faults } = await run(TSC, ['-p', '.', '--singleThreaded'], { cwd: folder }).catch(
      (error) => error,
    )
    expect(faults).toBe('')
    await staffClient(app, 'admin')
    const { email } = await addPortalBroker(app)
    const { port } = app.server.server.address() as AddressInfo // it listens on TCP
    const given = [`http://127.0.0.1:${port}`, email, PASSWORD, 'document.pdf']
    const { stdout } = await run(process.execPath, ['program.ts', ...given], { cwd: folder })
    expect(JSON.parse(stdout)).toEqual({
      rate: '6.140',
      refused: 400,
      fields: { name: 'Campaign name is required' },
      names: ['Spring'],
      file: 'pending',
    })
  })

  // Covers: integrations-12
  it('mirrors brokers and bookings to a CRM by the example of the package, and keeps them true', async () => {
    const crm = await crmDouble()
    const { port } = app.server.server.address() as AddressInfo // it listens on TCP
    const admin = await staffClient(app, 'admin')
    const add = async (name: string): Promise<number> => {
      const body = { name, phone: '(02) 5550 1234', email: `${crypto.randomUUID()}@example.com` }
      return (await admin.send('POST', '/api/brokers', body)).json().id
    }
    const first = await add('Wei Li')
    const { token } = (
      await admin.send('POST', '/api/api-keys', {
        ...{ name: 'CRM mirror', scopes: ['admin_area.read'], expiresInDays: 1 },
      })
    ).json()
    const listenAt = await freePort()
    const { secret } = await makeWebhook(app, `http://127.0.0.1:${listenAt}/`, [
      'broker.changed',
      'broker.deleted',
    ])
    const env = {
      ...{ BROKERLINE_URL: `http://127.0.0.1:${port}`, BROKERLINE_API_KEY: token, WEBHOOK_SECRET: secret },
      ...{ CRM_URL: crm.url, PORT: String(listenAt) },
    }
    const mirror = spawn(process.execPath, ['mirror.ts'], {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const worker = webhookWorker(app, { delaysMs: [100] })
    try {
      await until('all brokers are mirrored', async () => crm.records.has(`/contacts/${first}`), 60)
      worker.start()
      const second = await add('Ines Novak')
      await until('the new one is mirrored', async () => crm.records.has(`/contacts/${second}`), 60)
      expect(crm.records.get(`/contacts/${second}`)).toMatchObject({ name: 'Ines Novak' })
      // the CRM is away for a while: the event is sent again
      crm.refuse(3)
      await admin.send('PATCH', `/api/brokers/${second}`, { company: 'Novak Finance' })
      const company = () => crm.records.get(`/contacts/${second}`)?.company
      await until('the change is mirrored', async () => company() === 'Novak Finance', 60)
      await admin.send('DELETE', `/api/brokers/${first}`)
      await until('the deletion is mirrored', async () => !crm.records.has(`/contacts/${first}`), 60)
    } finally {
      mirror.kill()
      await worker.stop()
      await crm.close()
    }
  })
})
