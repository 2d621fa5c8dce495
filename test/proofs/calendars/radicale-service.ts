import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createCaldav } from '#server/providers/calendars/caldav.ts'
import { basicAuth } from '#server/providers/calendars/dav-fetch.ts'
import { freePort } from '#test/free-port.ts'
import { eventIcs, movedIcs, readEvent } from '#test/worlds/calendars-world.ts'
import type { ProofCalendar, ProofService, SeenEntry } from './proof-calendar.ts'
import { expandWeekly } from './weekly.ts'

const users = ['dana', 'marco'] as const
const password = 'secret of both'

/** Two calendars on a Radicale of this machine, in a folder of its own. @throws where it is not installed */
export async function startRadicale(): Promise<ProofService> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerline-radicale-'))
  const port = await freePort()
  await writeFile(join(folder, 'users'), users.map((user) => `${user}:${password}\n`).join(''))
  const config = [
    ...['[server]', `hosts = 127.0.0.1:${port}`],
    ...[
      '[auth]',
      'type = htpasswd',
      `htpasswd_filename = ${join(folder, 'users')}`,
      'htpasswd_encryption = plain',
      'delay = 0',
    ],
    ...['[rights]', 'type = owner_only', '[web]', 'type = none', '[logging]', 'level = error'],
    ...['[storage]', `filesystem_folder = ${join(folder, 'collections')}`, ''],
  ]
  await writeFile(join(folder, 'config'), config.join('\n'))
  const radicale = spawn('radicale', ['--config', join(folder, 'config')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const url = `http://127.0.0.1:${port}`
  await untilReady(radicale, url)
  return {
    adapter: createCaldav({
      allowPrivate: true,
      privateHosts: [],
      hosts: null,
      log: pino({ level: 'silent' }),
    }),
    calendars: [await addCalendar(url, users[0]), await addCalendar(url, users[1])],
    announces: false,
    async close() {
      radicale.kill()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilReady(radicale: ChildProcess, url: string): Promise<void> {
  let failure: string | null = null
  radicale.on('error', () => {
    failure = 'Radicale is not installed here: apt-get install radicale'
  })
  for (let tries = 0; tries < 100; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 100))
    if (failure) throw new Error(failure)
    if (await fetch(url, { redirect: 'manual' }).catch(() => null)) return
  }
  throw new Error('Radicale did not start')
}

type Person = (typeof users)[number]

async function addCalendar(url: string, user: Person): Promise<ProofCalendar> {
  const calendarId = `${url}/${user}/work/`
  const request = async (method: string, path: string, options: { body?: string; headers?: object } = {}) => {
    const { body, headers } = options
    const answer = await fetch(new URL(path, calendarId), {
      ...{ method, headers: { authorization: basicAuth({ user, password }), ...headers } },
      ...(body !== undefined && { body }),
    })
    if (!answer.ok && answer.status !== 404) throw new Error(`${method} ${path}: ${answer.status}`)
    return answer.text()
  }
  const create = () => request('MKCALENDAR', '')
  await create()
  /** The objects as another program of the person reads them. */
  const objects = async (): Promise<{ ref: string; ics: string }[]> => {
    const body = `<c:calendar-query xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:prop><c:calendar-data/></d:prop>
      <c:filter><c:comp-filter name="VCALENDAR"/></c:filter></c:calendar-query>`
    const xml = await request('REPORT', '', {
      body,
      headers: { depth: '1', 'content-type': 'application/xml' },
    })
    return [
      ...xml.matchAll(/<href>([^<]+)<\/href>[\s\S]*?calendar-data>([\s\S]*?)<\/[^>]*calendar-data>/g),
    ].map(([, ref = '', text = '']) => ({
      ref,
      ics: text
        .replaceAll('&#13;', '\r')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&'),
    }))
  }
  const put = (ref: string, ics: string) =>
    request('PUT', ref, { body: ics, headers: { 'content-type': 'text/calendar' } })
  return {
    connection: { ...{ service: 'caldav', calendarId, label: 'Work' }, credentials: { user, password } },
    announced: () => [],
    async clear() {
      await request('DELETE', '')
      await create()
    },
    hands: {
      async entries() {
        return (await objects()).flatMap(({ ref, ics }): SeenEntry[] => {
          const { uid, start, end } = readEvent(ics)
          const spans = ics.includes('RRULE') ? expandWeekly(start, end) : [{ start, end }]
          return spans.map((span) => ({ ref, uid: uid.startsWith('own-') ? null : uid, ...span }))
        })
      },
      async add({ start, end, weekly }) {
        const uid = `own-${crypto.randomUUID()}`
        await put(`${uid}.ics`, eventIcs(uid, start, end, { weekly }))
      },
      async move(ref, start, end) {
        const stored = (await objects()).find((each) => each.ref === ref)
        if (stored) await put(ref, movedIcs(stored.ics, start, end))
      },
      async remove(ref) {
        await request('DELETE', ref)
      },
    },
  }
}
