import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bytesOf, licensee } from '#test/worlds/register-rows.ts'
import { fetchRegisters } from './fetch-register.ts'

let app: TestApp
let compliance: Client
let server: Server
let origin: string
const asked: string[] = []
let answers: Record<string, (response: ServerResponse) => void>

beforeAll(async () => {
  server = createServer((request: IncomingMessage, response) => {
    asked.push(request.url ?? '')
    const path = (request.url ?? '').split('?')[0] ?? ''
    const answer = answers[path]
    if (answer) answer(response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  app = await createTestApp({
    now: () => new Date('2026-11-23T02:00:00Z'),
    env: { ASIC_DATA_URL: `${origin}/data/` },
  })
  compliance = await staffClient(app, 'compliance')
})
afterAll(async () => {
  server.close()
  await app.close()
})

const API = '/data/api/3/action/resource_show'
const ckan = (url: string, modified: string) => (response: ServerResponse) =>
  response.end(JSON.stringify({ success: true, result: { url, last_modified: modified } }))
const rows = [licensee('990001', 'SUMMIT FINANCE PTY LTD'), licensee('990002', 'TIDEWATER LENDING PTY LTD')]
const file = (response: ServerResponse) => response.end(bytesOf('credit_licensees', rows))
const fetchIt = () => compliance.send('POST', '/api/surveillance/registers/credit_licensees/fetch')

beforeEach(async () => {
  asked.length = 0
  await asOwner(app.databaseUrl, 'delete from register_entries; delete from register_snapshots')
  answers = { [API]: ckan(`${origin}/files/lic.csv`, '2026-11-19T03:10:00.123456'), '/files/lic.csv': file }
})

describe('a register at data.gov.au', () => {
  it('is found by its resource, and imported with the day on which it was published', async () => {
    const answer = await fetchIt()
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { snapshotDate: '2026-11-19', rows: 2, added: 2, changed: 0, removed: 0 },
    ])
    expect(asked).toEqual([`${API}?id=35953a01-a9a8-4609-8566-c9fa7de465d3`, '/files/lic.csv'])
    const [found] = (await compliance.get('/api/surveillance/registers')).json().slice(3)
    expect(found).toMatchObject({ source: `${origin}/files/lic.csv`, fetched: true })
  })

  it('is fetched by itself, and left alone while it is the same', async () => {
    await fetchRegisters(app.ctx())
    // the other three answer with the file of licensees, which is not theirs
    expect(
      (await compliance.get('/api/surveillance/registers')).json().map(({ rows }: { rows: number }) => rows),
    ).toEqual([0, 0, 0, 2])
    asked.length = 0
    await fetchRegisters(app.ctx())
    expect(asked.filter((path) => path === '/files/lic.csv')).toHaveLength(3)
  })

  it.each<[string, () => void, number, string]>([
    [
      'answers with an error',
      () => {
        answers[API] = (response) => response.writeHead(500).end()
      },
      503,
      'answered with status 500',
    ],
    [
      'answers with a page',
      () => {
        answers[API] = (response) => response.end('<html>')
      },
      503,
      'something else than the register’s address',
    ],
    [
      'names a file that is gone',
      () => {
        delete answers['/files/lic.csv']
      },
      503,
      'answered with status 404',
    ],
    [
      'names another register’s file',
      () => {
        answers['/files/lic.csv'] = (response) => response.end('Name,Phone\nAnn,1\n')
      },
      400,
      'This is no file of Credit licensees',
    ],
    [
      'leads elsewhere',
      () => {
        answers[API] = ckan('file:///etc/passwd', '2026-11-19')
      },
      503,
      'Only addresses that start with https://',
    ],
  ])('that %s says so, and what is loaded stays', async (_what, spoil, status, reason) => {
    await fetchIt()
    spoil()
    const answer = await fetchIt()
    expect([answer.statusCode, answer.json().message]).toEqual([status, expect.stringContaining(reason)])
    expect((await compliance.get('/api/surveillance/registers')).json()[3]).toMatchObject({ rows: 2 })
  })
})

it('an installation that fetches no registers says what to set', async () => {
  const other = await createTestApp()
  try {
    const member = await staffClient(other, 'compliance')
    const answer = await member.send('POST', '/api/surveillance/registers/credit_licensees/fetch')
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringContaining('ASIC_DATA_URL is not set'),
    ])
  } finally {
    await other.close()
  }
})
