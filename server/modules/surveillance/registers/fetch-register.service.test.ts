import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { bytesOf, licensee } from '#test/worlds/register-rows.ts'
import { registerWorkbook } from '#test/worlds/register-workbook.ts'
import { sendRegister } from '#test/worlds/register-world.ts'
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
      {
        snapshotDate: '2026-11-19',
        rows: 2,
        added: 2,
        changed: 0,
        moved: 0,
        removed: 0,
        quarantined: 0,
        kept: 0,
      },
    ])
    expect(asked).toEqual([`${API}?id=35953a01-a9a8-4609-8566-c9fa7de465d3`, '/files/lic.csv'])
    const [found] = (await compliance.get('/api/surveillance/registers')).json().slice(3)
    expect(found).toMatchObject({ source: `${origin}/files/lic.csv`, fetched: true })
  })

  // Covers: surveillance-3
  it('is read as a workbook where ASIC publishes one, and refused where that is damaged', async () => {
    const workbook = await registerWorkbook('credit_licensees', rows)
    answers['/files/lic.csv'] = (response) => response.end(workbook)
    const answer = await fetchIt()
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { rows: 2, added: 2, quarantined: 0 }])
    answers['/files/lic.csv'] = (response) => response.end(workbook.subarray(0, 900))
    expect((await fetchIt()).json()).toMatchObject({
      fields: { file: expect.stringContaining('The workbook is damaged or incomplete.') },
    })
    const [loaded] = (await compliance.get('/api/surveillance/registers')).json().slice(3)
    expect(loaded).toMatchObject({ rows: 2, snapshotDate: '2026-11-19' })
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

describe('a fetch that fails', () => {
  const state = async () => (await compliance.get('/api/surveillance/registers')).json()[3].fetch
  const tasks = async (of: string) =>
    (await compliance.get(`/api/tasks?kind=register_not_fetched&state=${of}`)).json()
  const mails = async () =>
    (
      await app.connection.db
        .selectFrom('messages')
        .select(['subject', 'body'])
        .where('template', '=', 'staff_report')
        .execute()
    ).length

  beforeEach(async () => {
    await asOwner(app.databaseUrl, 'delete from tasks; delete from messages; delete from register_fetches')
  })

  // Covers: surveillance-5
  it.each<[string, () => void, string]>([
    [
      'an error',
      () => (answers[API] = (response) => response.writeHead(502).end()),
      'answered with status 502',
    ],
    ['a closed connection', () => (answers[API] = (response) => response.destroy()), 'could not be reached'],
    [
      'a web page',
      () => (answers['/files/lic.csv'] = (response) => response.end('<!doctype html><html>')),
      'web page',
    ],
    [
      'another register',
      () => (answers['/files/lic.csv'] = (response) => response.end(bytesOf('banned_persons', []))),
      'This is the file of',
    ],
  ])('with %s is a task, a mail and part of the register’s state at the first attempt, and once', async (_what, spoil, reason) => {
    spoil()
    await fetchRegisters(app.ctx())
    expect(await state()).toMatchObject({
      attemptedAt: '2026-11-23T02:00:00.000Z',
      succeededAt: null,
      failedSince: '2026-11-23T02:00:00.000Z',
      reason: expect.stringContaining(reason),
    })
    const [task] = (await tasks('open')).filter(({ details }: { details: string }) =>
      details.startsWith('Credit licensees'),
    )
    expect(task.details).toContain(reason)
    const sent = await mails()
    expect(sent).toBeGreaterThan(0)
    await fetchIt()
    expect(await mails()).toBe(sent)
  })

  // Covers: surveillance-5
  it('ends its task with the next success', async () => {
    answers[API] = (response) => response.writeHead(502).end()
    await fetchIt()
    expect(await tasks('open')).toMatchObject([
      { details: expect.stringContaining('answered with status 502') },
    ])
    answers[API] = ckan(`${origin}/files/lic.csv`, '2026-11-19T03:10:00')
    await fetchIt()
    expect(await state()).toMatchObject({
      failedSince: null,
      reason: null,
      succeededAt: '2026-11-23T02:00:00.000Z',
    })
    expect([await tasks('open'), await tasks('ended')]).toMatchObject([
      [],
      [{ endedReason: 'The register was fetched.' }],
    ])
  })

  // Covers: surveillance-5
  it('is one where data.gov.au keeps the same file for longer than fourteen days, with or without a date', async () => {
    for (const modified of ['2026-11-08', null]) {
      await asOwner(
        app.databaseUrl,
        'delete from register_entries; delete from register_snapshots; delete from register_fetches',
      )
      await sendRegister(compliance, 'credit_licensees', bytesOf('credit_licensees', rows), {
        snapshotDate: '2026-11-08',
      })
      answers[API] = (response) =>
        response.end(
          JSON.stringify({
            success: true,
            result: { url: `${origin}/files/lic.csv`, last_modified: modified },
          }),
        )
      await fetchRegisters(app.ctx())
      expect(await state()).toMatchObject({
        failedSince: '2026-11-23T02:00:00.000Z',
        reason:
          'data.gov.au still has the file of 8 November 2026, which is 15 days old, and ASIC publishes every week.',
      })
      // the same bytes are no newer snapshot
      expect((await compliance.get('/api/surveillance/registers')).json()[3].snapshotDate).toBe('2026-11-08')
    }
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
