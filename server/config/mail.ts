import { StartupError } from '#server/platform/startup-error.ts'
import { type Env, wrong } from './env.ts'
import { privateHosts } from './transport.ts'

export interface MailConfig {
  host: string
  port: number
  /** TLS from the start (smtps); smtp goes over to it, and has to beyond this machine and the private network. */
  secure: boolean
  /** Reached over a private network, where mail may go unencrypted. */
  private: boolean
  user: string | null
  password: string | null
  from: string
}

const SMTP_SHOULD =
  'SMTP_URL is wrong: it should be a URL such as smtp://user:password@smtp.example.com:587 or smtps://smtp.example.com, without path or query; special characters of the password percent-encoded.'
const BARE_ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

/** @throws StartupError */
export function readMail(env: Env): MailConfig | null {
  const from = env.MAIL_FROM || null
  if (from && !BARE_ADDRESS.test(from)) {
    throw wrong('MAIL_FROM', 'one bare address such as no-reply@example.com', from)
  }
  const text = env.SMTP_URL
  if (!text) return null
  const parsed = URL.parse(text)
  // the value may hold a password, so it is not repeated
  if (!parsed || !['smtp:', 'smtps:'].includes(parsed.protocol) || parsed.hostname === '') {
    throw new StartupError(SMTP_SHOULD)
  }
  if (!['', '/'].includes(parsed.pathname) || parsed.search || parsed.hash)
    throw new StartupError(SMTP_SHOULD)
  const user = decoded(parsed.username)
  const password = decoded(parsed.password)
  if ((user === '') !== (password === '')) {
    throw new StartupError('SMTP_URL is wrong: user and password belong together; give both or neither.')
  }
  if (!from) {
    throw new StartupError(
      'MAIL_FROM is missing: with SMTP_URL set it must be the address that mail comes from, such as no-reply@example.com.',
    )
  }
  const secure = parsed.protocol === 'smtps:'
  return {
    // an IPv6 address stands in brackets in a URL only
    host: parsed.hostname.replace(/^\[|\]$/g, ''),
    port: parsed.port ? Number(parsed.port) : secure ? 465 : 587,
    secure,
    private: privateHosts(env).includes(parsed.hostname),
    user: user || null,
    password: password || null,
    from,
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new StartupError(SMTP_SHOULD)
  }
}
