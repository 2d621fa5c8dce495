import type { AuditEntry } from '#contract/system/system.ts'

export interface AuditActor {
  name: string
  /** Email address of a person, or the part of Brokerline; null where the name is all. */
  detail: string | null
}

const VISITOR = 'visitor'
/** Labels that are shown as the log has them. */
const AS_LOGGED = /@|^API key |^(?:Name removed|Erased person|Portal registration)$/

/** The person, program or part of the system that did what an entry records. */
export function auditActor({ actor, actorName }: Pick<AuditEntry, 'actor' | 'actorName'>): AuditActor {
  if (actorName !== null) return { name: actorName, detail: actor }
  if (actor === VISITOR) return { name: 'Visitor', detail: null }
  if (AS_LOGGED.test(actor)) return { name: actor, detail: null }
  return { name: 'Brokerline (automatic)', detail: actor }
}
