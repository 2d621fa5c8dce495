/**
 * The actor: a member of staff, a broker in their portal, another program with an API key, the system itself (jobs,
 * dispatcher), or an anonymous visitor.
 */
export type Actor<Role extends string = string> =
  | {
      kind: 'staff'
      userId: number
      role: Role
      name: string
      email: string
      ip: string | null
      /** When the person last proved who they are; absent outside requests. */
      authenticatedAt?: Date
      /** Two-factor is required and not set up: only the own account opens. */
      mustSetUpTwoFactor?: boolean
    }
  | {
      kind: 'broker'
      userId: number
      brokerId: number
      sessionId: number
      name: string
      email: string
      ip: string | null
    }
  | { kind: 'key'; keyId: number; name: string; scopes: readonly string[]; ip: string | null }
  | { kind: 'system'; name: string }
  | { kind: 'visitor'; ip: string | null }

const KEY_LABEL = 'API key '

/** Whether a label of the audit log names an API key. */
export const isKeyLabel = (label: string): boolean => label.startsWith(KEY_LABEL)

/** How an actor is named in logs and the audit log. */
export function actorLabel(actor: Actor): string {
  if (actor.kind === 'staff' || actor.kind === 'broker') return actor.email
  if (actor.kind === 'key') return KEY_LABEL + actor.name
  return actor.kind === 'system' ? actor.name : 'visitor'
}

/** The user behind an actor; null for API keys, visitors and the system. */
export function actorId(actor: Actor): number | null {
  return actor.kind === 'staff' || actor.kind === 'broker' ? actor.userId : null
}
