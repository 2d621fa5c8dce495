/** The filters of the audit log, as in the URL. Pure. */
import { type AuditKind, auditKinds } from '#contract/accounts/audit-kinds.ts'

export interface AuditFilters {
  q: string
  person: string
  kind: string
  from: string
  to: string
}

const DAY = /^20\d{2}-\d{2}-\d{2}$/

export const knownKind = (text: string): AuditKind | undefined => auditKinds.find((kind) => kind === text)

/** Why these days are no valid range; null: they are one. */
export function daysMistake({ from, to }: Pick<AuditFilters, 'from' | 'to'>): string | null {
  if (DAY.test(from) && DAY.test(to) && from > to) return 'The last day cannot be before the first'
  return null
}

/** The query for the server; values that it would refuse, such as an incomplete day, are left out. */
export function auditQuery({ q, person, kind, from, to }: AuditFilters) {
  return {
    q,
    ...(/^[1-9]\d{0,8}$/.test(person) && { person: Number(person) }),
    ...(knownKind(kind) && { kind: knownKind(kind) }),
    ...(DAY.test(from) && { from }),
    ...(DAY.test(to) && { to }),
  }
}
