export interface AuditChange {
  field: string
  before: string
  after: string
  changed: boolean
}

const NOTHING = '–'

/** Both states of an audit entry side by side, one line per field, changed fields first. */
export function auditChanges(before: unknown, after: unknown): AuditChange[] {
  const [old, next] = [partsOf(before), partsOf(after)]
  const fields = [...new Set([...Object.keys(old), ...Object.keys(next)])]
  const lines = fields.map((field) => {
    const [was, is] = [textOf(old[field]), textOf(next[field])]
    return { field, before: was, after: is, changed: was !== is }
  })
  return lines.toSorted((a, b) => Number(b.changed) - Number(a.changed))
}

function partsOf(state: unknown): Record<string, unknown> {
  if (state === null || state === undefined) return {}
  const isRecord = typeof state === 'object' && !Array.isArray(state)
  return isRecord ? { ...state } : { value: state }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return NOTHING
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object'))
    return value.join(', ') || NOTHING
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
