import { type Env, wrong } from './env.ts'

const MAIL = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:"]+$/

/** Where weaknesses are reported, the preferred way first, as RFC 9116 writes it. @throws StartupError */
export function readSecurityContacts(env: Env): string[] {
  const text = env.SECURITY_CONTACT
  if (!text) return []
  return text.split(',').map((part) => {
    const contact = part.trim()
    if (MAIL.test(contact)) return `mailto:${encodeURI(contact)}`
    if (URL.parse(contact)?.protocol === 'https:') return new URL(contact).href
    throw wrong('SECURITY_CONTACT', 'addresses of mail or https:// pages, separated by commas', contact)
  })
}
