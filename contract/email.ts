import { z } from 'zod'
import { singleLine } from './plain-text.ts'

const MAX_LOCAL = 64
const MAX_ADDRESS = 254
export const EMAIL_REQUIRED = 'Valid email is required'

/** RFC 5321 4.1.2: a dot-string of atoms. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i
/** A domain of digits alone would be an IP address. */
const TOP_LABEL = /^(?=.*[a-z])[a-z0-9-]{2,}$/i

/**
 * An address, normalised: without invisible characters, surrounding blanks, `mailto:` and angle brackets, which are
 * often pasted with it. A domain in non-Latin letters becomes the form that mail servers use (xn--…).
 */
export function cleanEmail(typed: string): string {
  const plain = singleLine(typed)
    .normalize('NFKC')
    .replace(/^<(.+)>$/, '$1')
    .replace(/^mailto:/i, '')
    .trim()
  const at = plain.lastIndexOf('@')
  const domain = plain.slice(at + 1)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII needs no conversion
  if (at < 0 || /^[\u0000-\u007f]*$/.test(domain)) return plain
  const host = URL.parse(`http://${domain}`)?.hostname
  return host ? `${plain.slice(0, at)}@${host}` : plain
}

/** Why an address cannot be used; null for one that can. */
export function emailFault(address: string, message: string = EMAIL_REQUIRED): string | null {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  if (at < 1 || domain === '') return message
  if (/^".*"$/.test(local)) return `${message}. Addresses in quotation marks are not supported.`
  if (domain.startsWith('[')) return `${message}. Enter a domain name after the @, not an IP address.`
  if (local.length > MAX_LOCAL) return `${message}. It has more than ${MAX_LOCAL} characters before the @.`
  if (address.length > MAX_ADDRESS) return `${message}. It has more than ${MAX_ADDRESS} characters.`
  const labels = domain.split('.')
  const isDomain =
    labels.length > 1 && labels.every((label) => LABEL.test(label)) && TOP_LABEL.test(labels.at(-1) ?? '')
  return LOCAL.test(local) && isDomain ? null : message
}

export const isEmail = (address: string): boolean => emailFault(address) === null

/** The one schema of email addresses: mailboxes of RFC 5321 that are in use, cleaned before they are checked. */
export const emailField = (message: string = EMAIL_REQUIRED) =>
  z
    .string(message)
    .overwrite(cleanEmail)
    .max(MAX_ADDRESS + 66, 'Email is too long')
    .refine((address) => isEmail(address), {
      error: ({ input }) => emailFault(String(input), message) ?? message,
    })
    .meta({ format: 'email' })

/** Empty or left out is null. */
export const optionalEmail = z
  .string()
  .overwrite(cleanEmail)
  .max(MAX_ADDRESS + 66, 'Email is too long')
  .refine((address) => address === '' || isEmail(address), {
    error: ({ input }) => emailFault(String(input)) ?? EMAIL_REQUIRED,
  })
  .nullish()
  .transform((value) => value || null)
