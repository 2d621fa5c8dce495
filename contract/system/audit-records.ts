import { z } from 'zod'

/** Kinds of records with a page or panel of their own that entries of the audit log link to. */
export const auditRecordTypes = [
  'broker',
  'bdm',
  'campaign',
  'booking',
  'application',
  'call',
  'task',
] as const
export type AuditRecordType = (typeof auditRecordTypes)[number]

export const auditRecord = z.object({
  type: z.enum(auditRecordTypes),
  id: z.number(),
  /** Its name today; null where records of this kind have none. */
  name: z.string().nullable(),
})
export type AuditRecord = z.infer<typeof auditRecord>

const words: Record<AuditRecordType, (name: string) => string> = {
  broker: (name) => name,
  bdm: (name) => name,
  campaign: (name) => `campaign ${name}`,
  booking: (name) => `the meeting with ${name}`,
  application: (name) => `the application of ${name}`,
  call: (name) => name,
  task: (name) => name,
}

/** The subject by its name today, 'the meeting with Wei Kelly'; as the log has it where it is not on record. */
export function subjectName(entry: { subject: string; record: AuditRecord | null }): string {
  const { record, subject } = entry
  return record?.name ? words[record.type](record.name) : subject
}
