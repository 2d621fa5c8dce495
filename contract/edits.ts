import { z } from 'zod'
import { instant } from './ids.ts'

/** The record that a form edits. Its endpoint requires the version at opening in If-Match. */
export interface Edits {
  subject: EditedSubject
  /** Names of the record's fields that the form shows; a change of other fields is no conflict. */
  fields: readonly string[] | 'all'
}

/** A change as shown to another person who is editing the same record. */
export const recordChange = z.object({
  /** The person's name, or the product's name for an automatic change. */
  by: z.string(),
  /** Made by the same user, in another window. */
  own: z.boolean(),
  at: instant,
  /** Names of the fields, as the audit log has them. */
  fields: z.array(z.string()),
})
export type RecordChange = z.infer<typeof recordChange>

/** Returned with a 409 or 404: the changes to the record since the form was opened. */
export const changedMeanwhile = z.object({
  /** The record as it is read now; null: it has been deleted. */
  current: z.unknown(),
  /** To be sent in If-Match with the next try; null as above. */
  version: z.string().nullable(),
  /** The latest changes, the newest first. */
  changes: z.array(recordChange),
})
export type ChangedMeanwhile = z.infer<typeof changedMeanwhile>

/**
 * The version of a record: a hash of the fields that the form shows, equal on server and screen. It detects changes and
 * is no security measure: 64 bits suffice to distinguish the versions of one record.
 */
export function versionOf({ fields }: Pick<Edits, 'fields'>, record: unknown): string {
  const shown = fields === 'all' ? record : picked(record, fields)
  const text = ordered(shown) ?? 'null'
  return hash(text, 0x9e3779b9) + hash(text, 0x85ebca6b)
}

function picked(record: unknown, fields: readonly string[]): unknown {
  const given = Object(record) as Record<string, unknown> // a record is an object
  return Object.fromEntries(fields.map((name) => [name, given[name]]))
}

/** As JSON, with the keys in one order; undefined is left out as on the wire. */
function ordered(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part) && !(part instanceof Date)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}

/** Eight hexadecimal digits: FNV-1a over UTF-16 units, finished as in MurmurHash3. */
function hash(text: string, seed: number): string {
  let state = seed
  for (let at = 0; at < text.length; at += 1) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b)
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35)
  return ((state ^ (state >>> 16)) >>> 0).toString(16).padStart(8, '0')
}

/** The records that staff edit in forms, as the audit log names them. */
export const editedSubjects = [
  'audience',
  'backup_settings',
  'bdm',
  'booking',
  'broker',
  'calling_rules',
  'campaign',
  'document_type',
  'mention_keywords',
  'microsite',
  'organisation',
  'rejection_reasons',
  'requested_call',
  'retention',
  'scorecard',
  'session_limits',
  'task',
  'user',
] as const
export type EditedSubject = (typeof editedSubjects)[number]
