import { once } from 'node:events'
import { createServer } from 'node:net'
import ICAL from 'ical.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'
import { type SmtpMoment, type SmtpServer, startSmtpServer } from '#test/doubles/smtp-server.ts'
import type { OutgoingMail, SendResult } from '../ports/messaging.ts'
import { createSmtpSender, type SmtpTimes } from './smtp.ts'

const ics = [
  'BEGIN:VCALENDAR',
  'VERSION:2.0',
  'PRODID:-//Test//EN',
  'METHOD:REQUEST',
  'BEGIN:VEVENT',
  'UID:booking-7@brokerline.example',
  'SEQUENCE:2',
  'DTSTAMP:20261124T000000Z',
  'DTSTART:20261125T230000Z',
  'DTEND:20261126T000000Z',
  'SUMMARY:Meeting with Zoë\\, Lumen Lending',
  'END:VEVENT',
  'END:VCALENDAR',
  '',
].join('\r\n')

const mail: OutgoingMail = {
  messageId: '17.abc@example.com',
  to: 'wei.li@example.com',
  fromName: 'Lumen "Lending" Pty',
  subject: 'Your meeting on Thu 26 Nov – confirmed',
  text: 'Hello Wei,\n.\n..a line of dots\nSee you.',
  html: '<p>Hello <b>Wei</b></p>',
  invitation: { method: 'REQUEST', ics },
  unsubscribeUrl: null,
}

let server: SmtpServer
beforeEach(async () => {
  server = await startSmtpServer()
})
afterEach(() => server.close())

/** As long as nothing takes on a busy machine. */
const PATIENT = { connectMs: 10_000, silenceMs: 10_000, wholeMs: 20_000 }
/** Where it is the end of patience that is tested. */
const HASTY = { connectMs: 400, silenceMs: 400, wholeMs: 1500 }
function send(
  over: Partial<OutgoingMail> = {},
  url = server.url,
  times: SmtpTimes = PATIENT,
): Promise<SendResult> {
  const { mail: config } = readConfig({ SMTP_URL: url, MAIL_FROM: 'no-reply@example.com' }, '1.0.0')
  if (!config) throw new Error('SMTP_URL gives a mail server')
  return createSmtpSender(config, times).send({ ...mail, ...over })
}
const answering = (moment: SmtpMoment, answer: string): void => {
  server.answer = (at) => (at === moment ? answer : undefined)
}

interface Part {
  headers: Map<string, string>
  /** Decoded. */
  text: string
  parts: Part[]
}

/** MIME as RFC 2045 has it: an independent reader. */
function readPart(raw: string): Part {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const headers = new Map(
    head
      .replaceAll(/\r\n[ \t]+/g, ' ')
      .split('\r\n')
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  const boundary = /boundary="([^"]+)"/.exec(headers.get('content-type') ?? '')?.[1]
  if (boundary) {
    const inner = body.split(`--${boundary}`).slice(1, -1)
    return {
      headers,
      text: '',
      parts: inner.map((part) => readPart(part.replace(/^\r\n/, '').replace(/\r\n$/, ''))),
    }
  }
  const encoding = headers.get('content-transfer-encoding')
  const text =
    encoding === 'base64'
      ? Buffer.from(body, 'base64').toString()
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replaceAll('=\r\n', '')
              .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString()
        : body
  return { headers, text, parts: [] }
}
const leaves = (part: Part): Part[] => (part.parts.length > 0 ? part.parts.flatMap(leaves) : [part])

async function received(over: Partial<OutgoingMail> = {}): Promise<Part> {
  expect(await send(over)).toMatchObject({ kind: 'accepted' })
  return readPart(server.mails[0]?.raw ?? '')
}

describe('a mail over the wire', () => {
  // Covers: messages-5
  it('goes from the configured address to the one recipient, under the name of the lender', async () => {
    expect(await send()).toEqual({ kind: 'accepted', ref: '250 2.0.0 Ok: queued as 4F1A' })
    const [{ raw, ...envelope } = { raw: '' }] = server.mails
    expect(envelope).toEqual({ from: 'no-reply@example.com', to: ['wei.li@example.com'] })
    const { headers } = readPart(raw)
    expect(Object.fromEntries(headers)).toMatchObject({
      from: String.raw`"Lumen \"Lending\" Pty" <no-reply@example.com>`,
      to: 'wei.li@example.com',
      'message-id': '<17.abc@example.com>',
      'auto-submitted': 'auto-generated',
      'mime-version': '1.0',
    })
    expect(headers.get('subject')).toMatch(/^=\?UTF-8\?/)
    expect(headers.has('list-unsubscribe')).toBe(false)
    expect(headers.has('bcc')).toBe(false)
    // replies go to the sender
    expect(headers.has('reply-to')).toBe(false)
  })

  // Covers: messages-6, messages-21
  it('names one address for replies, and injects no headers through it', async () => {
    expect((await received({ replyTo: 'dana@lender.example.com' })).headers.get('reply-to')).toBe(
      'dana@lender.example.com',
    )
    for (const replyTo of [
      'dana@lender.example.com\r\nBcc: thief@example.com',
      'dana@lender.example.com\nBcc: thief@example.com\n\nbody',
      'dana@lender.example.com>\r\nTo: <thief@example.com',
      '"\r\nBcc: thief@example.com"@lender.example.com',
    ]) {
      server.mails.length = 0
      await send({ replyTo })
      const [taken] = server.mails
      expect(taken?.to ?? [], replyTo).not.toContain('thief@example.com')
      const { headers } = readPart(taken?.raw ?? '')
      expect(headers.has('bcc'), replyTo).toBe(false)
      expect(headers.get('to') ?? mail.to, replyTo).toBe(mail.to)
    }
  })

  // Covers: messages-5
  it('has a text part, HTML, and the invitation both as an alternative and as a file', async () => {
    const parts = leaves(await received())
    const types = parts.map(({ headers }) => headers.get('content-type') ?? '')
    expect(types.map((type) => type.split(';')[0])).toEqual([
      'text/plain',
      'text/html',
      'text/calendar',
      'application/ics',
    ])
    expect(parts[0]?.text.replaceAll('\r\n', '\n')).toBe(mail.text)
    expect(parts[1]?.text).toBe(mail.html)
    expect(types[2]).toMatch(/method=REQUEST/)
    expect(parts[3]?.headers.get('content-disposition')).toBe('attachment; filename=invite.ics')
  })

  // Covers: messages-5
  it('carries a calendar that a library reads, the same in both places', async () => {
    const [, , alternative, file] = leaves(await received())
    for (const part of [alternative, file]) {
      const calendar = new ICAL.Component(ICAL.parse(part?.text ?? ''))
      expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
      const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
      expect([event.uid, event.sequence, event.summary]).toEqual([
        'booking-7@brokerline.example',
        2,
        'Meeting with Zoë, Lumen Lending',
      ])
      expect(event.startDate.toJSDate().toISOString()).toBe('2026-11-25T23:00:00.000Z')
    }
  })

  it('says how to stop what comes regularly, by one click where the page is reached over TLS', async () => {
    const page = 'lumen.example/reports/unsubscribe/WyJ3ZWVrbHktcmVwb3J0IiwxNywxNzk1NTU1NTU1XQ.mY0tXWkq1c8'
    const { headers } = await received({ unsubscribeUrl: `https://${page}` })
    expect(headers.get('list-unsubscribe')).toBe(`<https://${page}>`)
    expect(headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    server.mails.length = 0
    const plain = await received({ unsubscribeUrl: `http://${page}` })
    expect(plain.headers.get('list-unsubscribe')).toBe(`<http://${page}>`)
    expect(plain.headers.has('list-unsubscribe-post')).toBe(false)
  })

  it('needs neither HTML nor an invitation', async () => {
    const part = await received({ html: null, invitation: null })
    expect(part.parts).toEqual([])
    expect(part.headers.get('content-type')).toMatch(/^text\/plain/)
  })

  // Covers: messages-6
  it('lets nobody write headers or further recipients through subject, name or address', async () => {
    const line = '\r\nBcc: thief@example.com\r\n\r\nbody'
    const unsubscribeUrl = `https://lumen.example/${line}`
    await send({
      ...{ subject: `Hi${line}`, fromName: `Lumen${line}`, messageId: `1@example.com>${line}` },
      unsubscribeUrl,
    })
    const [taken] = server.mails
    expect(taken?.to).toEqual(['wei.li@example.com'])
    expect(readPart(taken?.raw ?? '').headers.has('bcc')).toBe(false)
    for (const to of [
      'a@example.com>\r\nRCPT TO:<thief@example.com',
      'a@example.com, thief@example.com',
      'Thief <thief@example.com>, a@example.com',
    ]) {
      server.commands.length = 0
      await send({ to })
      const recipients = server.commands.filter((command) => /^RCPT/i.test(command))
      expect(recipients.length, to).toBeLessThanOrEqual(1)
      expect(recipients.join(), to).not.toMatch(/^RCPT TO:<thief@example\.com>/)
    }
  })

  it('reads no file and no address that a text names', async () => {
    const part = await received({ html: null, invitation: null, text: 'file:///etc/passwd' })
    expect(part.text.trim()).toBe('file:///etc/passwd')
  })

  it('signs in where SMTP_URL has user and password', async () => {
    await send({}, server.url.replace('smtp://', 'smtp://ada:p%2Fw@'))
    expect(server.commands).toContain(`AUTH PLAIN ${Buffer.from('\0ada\0p/w').toString('base64')}`)
    expect(server.mails).toHaveLength(1)
  })
})

describe('what became of it', () => {
  // Covers: messages-4
  it.each([
    ['RCPT', '550 5.1.1 No such user', 'refused'],
    ['MAIL', '552 5.3.4 Too large', 'refused'],
    ['DATA', '554 5.7.1 No', 'refused'],
    ['END', '554 5.7.1 Looks like spam', 'refused'],
    ['RCPT', '450 4.2.0 Greylisted, try later', 'retry'],
    ['END', '451 4.3.0 Disk full', 'retry'],
    ['END', '421 4.3.2 Shutting down', 'retry'],
    ['MAIL', '530 5.7.0 Sign in first', 'retry'],
    ['CONNECT', '554 5.3.2 Not now', 'retry'],
    ['EHLO', '502 5.5.1 No', 'retry'],
  ] as const)('at %s with %s: %s', async (moment, answer, kind) => {
    answering(moment, answer)
    expect(await send()).toEqual({ kind, message: `The mail server answered: ${answer}` })
    expect(server.mails).toEqual([])
  })

  it('is a matter for later when the password is wrong, and the password is not told', async () => {
    answering('AUTH', '535 5.7.8 Wrong')
    const result = await send({}, server.url.replace('smtp://', 'smtp://ada:hunter2@'))
    expect(result).toEqual({ kind: 'retry', message: 'The mail server answered: 535 5.7.8 Wrong' })
  })

  // Covers: messages-4
  it.each([
    'CONNECT',
    'EHLO',
    'MAIL',
    'RCPT',
    'DATA',
  ] as const)('is not sent, surely, when the connection breaks or falls silent at %s', async (moment) => {
    for (const answer of ['drop', 'silence']) {
      answering(moment, answer)
      expect(await send({}, server.url, HASTY), answer).toMatchObject({ kind: 'retry' })
    }
  })

  // Covers: messages-4
  it.each(['drop', 'silence'])('is unclear when the server has the content and then: %s', async (answer) => {
    answering('END', answer)
    const result = await send({}, server.url, HASTY)
    expect(result).toMatchObject({ kind: 'unclear' })
    expect(server.commands).toContain('DATA')
  })

  // Covers: messages-4
  it('ends in time even where a server says something again and again without end', async () => {
    const chatty = createServer((socket) => {
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.on('close', () => clearInterval(timer)).on('error', () => undefined)
    })
    await once(chatty.listen(0, '127.0.0.1'), 'listening')
    const address = chatty.address()
    const port = typeof address === 'object' ? address?.port : 0
    expect(await send({}, `smtp://127.0.0.1:${port}`, HASTY)).toMatchObject({ kind: 'retry' })
    await new Promise((resolve) => chatty.close(resolve))
  })

  it('is a matter for later when nobody listens, or the name is unknown', async () => {
    const { url } = server
    await server.close()
    expect(await send({}, url)).toMatchObject({
      kind: 'retry',
      message: expect.stringContaining('could not be used'),
    })
    expect(await send({}, 'smtp://mail.invalid:25')).toMatchObject({ kind: 'retry' })
  })

  it('is refused when it is too large for the server', async () => {
    expect(await send({ html: 'x'.repeat(1_100_000) })).toMatchObject({ kind: 'refused' })
    expect(server.commands).not.toContain('DATA')
  })

  // Covers: messages-7
  it.each([
    'ada:secret@',
    '',
  ])('sends nothing over a network that is not encrypted, with the login "%s"', async (login) => {
    // reaches this machine, but is no loopback address
    const result = await send({}, server.url.replace('smtp://127.0.0.1', `smtp://${login}0.0.0.0`))
    expect(result).toMatchObject({
      kind: 'retry',
      message: expect.stringContaining('no safe connection'),
    })
    expect(server.commands).toContain('STARTTLS')
    expect(server.commands.join()).not.toMatch(/AUTH|MAIL/)
  })
})
