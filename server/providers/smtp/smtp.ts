import { once } from 'node:events'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { cutText } from '#contract/plain-text.ts'
import type { MailConfig } from '#server/config/mail.ts'
import type { OutgoingMail, Sender, SendResult } from '../ports/messaging.ts'
import { type ComposedMail, composeMail } from './compose.ts'
import { outcomeOf, type SmtpFailure } from './outcome.ts'

export interface SmtpTimes {
  /** From the name of the host to the end of the greeting. */
  connectMs: number
  /** Longest silence; servers may take long over the end of a mail, while they look into it. */
  silenceMs: number
  wholeMs: number
}

const TIMES: SmtpTimes = { connectMs: 20_000, silenceMs: 120_000, wholeMs: 180_000 }
const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/
/** How long to wait for an answer to QUIT. */
const GOODBYE_MS = 2000

/** Sends mail over SMTP; one connection for each mail. */
export function createSmtpSender(config: MailConfig, times: SmtpTimes = TIMES): Sender<OutgoingMail> {
  const { host, port, from } = config
  return {
    name: 'smtp',
    description: `${host.includes(':') ? `[${host}]` : host}:${port} as ${from}`,
    from,
    timeoutSeconds: times.wholeMs / 1000,
    async send(mail) {
      let composed: ComposedMail
      try {
        composed = await composeMail(mail, from)
      } catch (error) {
        return { kind: 'refused', message: `The mail could not be put together: ${failureOf(error).message}` }
      }
      return deliver(config, times, composed)
    },
  }
}

async function deliver(config: MailConfig, times: SmtpTimes, mail: ComposedMail): Promise<SendResult> {
  const connection = open(config, times)
  let handedOver = false
  const content = new Readable({
    // called only after the server has agreed to receive the mail
    read() {
      handedOver = true
      this.push(mail.raw)
      this.push(null)
    },
  })
  // a failure between two steps is emitted as an event; within a step its callback reports it as well
  const broken = once(connection, 'error').then(([error]) => Promise.reject(error as Error)) // nodemailer's own errors
  const late = AbortSignal.timeout(times.wholeMs)
  const tooLate = once(late, 'abort').then(() => Promise.reject(new Error('It took too long')))
  const dialogue = async (): Promise<string> => {
    await step((done) => connection.connect((error) => done(error ?? null)))
    const { user, password } = config
    if (user !== null && password !== null) {
      await step((done) => connection.login({ user, pass: password }, done))
    }
    const envelope = { ...mail.envelope, size: mail.raw.length }
    return step<string>((done) =>
      connection.send(envelope, content, (error, info) => done(error, info?.response ?? '')),
    )
  }
  try {
    const response = await Promise.race([dialogue(), broken, tooLate])
    connection.quit()
    setTimeout(() => connection.close(), GOODBYE_MS).unref()
    return { kind: 'accepted', ref: cutText(withoutLogin(response, config), 200) || null }
  } catch (error) {
    connection.close()
    return outcomeOf(quotable(failureOf(error), config), handedOver)
  }
}

function open({ host, port, secure, private: isPrivate }: MailConfig, times: SmtpTimes): SMTPConnection {
  const connection = new SMTPConnection({
    host,
    port,
    secure,
    // neither passwords nor mail cross a network unencrypted
    requireTLS: !secure && !isPrivate && !LOOPBACK.test(host),
    connectionTimeout: times.connectMs,
    greetingTimeout: times.connectMs,
    dnsTimeout: times.connectMs,
    socketTimeout: times.silenceMs,
  })
  // `once` in `deliver` handles the first error; later ones add nothing
  connection.on('error', () => undefined)
  return connection
}

type Done<T> = (error: unknown, result?: T) => void

function step<T = unknown>(start: (done: Done<T>) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, result) => (error ? reject(error as Error) : resolve(result as T))) // nodemailer gives one of the two
  })
}

function failureOf(error: unknown): SmtpFailure {
  return error instanceof Error ? (error as Error & SmtpFailure) : { message: String(error) } // all its fields are optional
}

/** Removes the login from a reply before people read it: some servers repeat their input. */
function quotable(failure: SmtpFailure, config: MailConfig): SmtpFailure {
  const { code, command, response, responseCode, message } = failure
  const clean = (text: string): string => withoutLogin(text, config)
  return { code, command, response: response && clean(response), responseCode, message: clean(message) }
}

function withoutLogin(text: string, { user, password }: MailConfig): string {
  if (!user || !password) return text
  const encoded = [password, `\0${user}\0${password}`].map((secret) => Buffer.from(secret).toString('base64'))
  return [password, ...encoded].reduce((left, secret) => left.replaceAll(secret, '[secret]'), text)
}
