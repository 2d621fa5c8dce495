// Decides how a row of the audit log reads after a person was erased from it.
import { isDeepStrictEqual } from 'node:util'

export interface AuditPart {
  id: number
  actor: string
  before: unknown
  after: unknown
  ip: string | null
}

/** Texts that identify a person; phones in every notation that a text may use. */
export interface PersonWords {
  names: readonly string[]
  emails: readonly string[]
  phones: readonly string[]
}

export const ERASED_PERSON = 'Erased person'

/** Fields that identify a person, in rows about that person. */
export const IDENTIFYING = new Set([
  ...['name', 'firstName', 'lastName', 'email', 'recipient', 'phone', 'phoneE164', 'phoneNumber', 'toNumber'],
  ...['company', 'asicNumber', 'agenda', 'note'],
  // people call their papers by their own names
  'filename',
])

/**
 * @param about whether the row is about the person: then identifying fields and names are removed as well
 * @returns the changed row; null: it contains nothing of the person
 */
export function withoutPerson(row: AuditPart, words: PersonWords, about: boolean): AuditPart | null {
  const texts = [...words.emails, ...words.phones, ...(about ? words.names : [])]
  const own = texts.some((text) => sameText(text, row.actor))
  const next = {
    id: row.id,
    actor: own ? ERASED_PERSON : row.actor,
    before: cleaned(row.before, texts, about),
    after: cleaned(row.after, texts, about),
    // where they were when they did it
    ip: own ? null : row.ip,
  }
  return isDeepStrictEqual(next, row) ? null : next
}

const sameText = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

function cleaned(value: unknown, texts: readonly string[], about: boolean): unknown {
  if (typeof value === 'string') return replaceTexts(value, texts)
  if (Array.isArray(value)) return value.map((part) => cleaned(part, texts, about))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      key,
      about && IDENTIFYING.has(key) && typeof part === 'string' ? ERASED_PERSON : cleaned(part, texts, about),
    ]),
  )
}

/** Replaces each text, whatever its case, by a placeholder. */
function replaceTexts(value: string, texts: readonly string[]): string {
  const found = texts
    .filter((text) => text !== '')
    .map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&'))
  if (found.length === 0) return value
  return value.replaceAll(new RegExp(found.join('|'), 'gi'), ERASED_PERSON)
}
