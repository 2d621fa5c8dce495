import type { Right, Rights } from './read-rights.ts'

/** Named in a sentence; more are counted. */
const NAMED = 3

const ROLES = 'docs/operations.md, "The roles of the database"'

/** Warning about a role with excess rights; null: it has none. */
export function excessLine(role: string, { excess, power }: Rights): string | null {
  const what = power ?? (excess.length > 0 ? `has ${list(excess)}` : null)
  return what && `The application may alter the database: its role ${role} ${what}. See ${ROLES}.`
}

/** Error about a role with which the application cannot work; null: it can. */
export function missingLine(role: string, { missing }: Pick<Rights, 'missing'>): string | null {
  if (missing.length === 0) return null
  return `The role ${role} of DATABASE_URL lacks ${list(missing)}. Run "npm run db:migrate" with DATABASE_OWNER_URL: it makes the grants. See ${ROLES}.`
}

function list(rights: readonly Right[]): string {
  const parts = rights.slice(0, NAMED).map(({ privilege, on }) => `${privilege} on ${on}`)
  if (rights.length > NAMED) parts.push(`${rights.length - NAMED} more`)
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ')
}
