import { sql } from 'kysely'
import type { App } from '#server/app.ts'

type Row = Record<string, unknown>
export type WorldPicture = Record<string, string[]>

/** Random in each load: only their presence is compared. */
const RANDOM =
  /^(password|feed_token|storage_name|sealed|recipient_key|recipient|identity|code|secret|request_id|hold_out_seed|hours_seed)$/
/** Numbered in the order of writing, which is not compared. */
const UNORDERED = new Set([
  'activities',
  'messages',
  'applications',
  'application_events',
  'application_files',
  'vault_files',
  'suppressions',
  'audit_log',
  'call_events',
  'call_decisions',
  'documents',
  'document_events',
  'visit_outcomes',
  'visits',
  'broker_accreditations',
])
/** Filled by migrations. */
const MIGRATED = ['schema_migrations', 'document_types', 'rejection_reasons', 'organisation']
/** Made again by the next check: applications of the past that are written in sets were never screened. */
const REPEATED = ['application_screenings']
/** Counted of the others; each test compares them with what they count when it closes its application. */
const COUNTED = ['figures', 'figure_changes']
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/

/**
 * Everything that is in the database, table by table, without what two loadings of one world need not have in common:
 * the order of writing, secrets, and times of the machine's clock since `since`.
 */
export async function worldPicture(app: App, since: Date): Promise<WorldPicture> {
  const { db } = app.connection
  const { rows: tables } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename <> all(${[...MIGRATED, ...COUNTED, ...REPEATED]})
    order by 1`.execute(db)
  const contents = new Map<string, Row[]>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(name)} t`.execute(db)
    contents.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  const names = namesOf(contents)
  const until = Date.now()
  const machineTime = (text: string): boolean => {
    const at = INSTANT.test(text) ? Date.parse(text) : Number.NaN
    return at >= since.getTime() && at <= until
  }
  return Object.fromEntries(
    [...contents].map(([table, rows]) => [
      table,
      rows.map((row) => JSON.stringify(plain(table, row, names), maskOf(machineTime))).sort(),
    ]),
  )
}

type Names = Record<'application' | 'document' | 'file', Map<number, string>>

function namesOf(contents: ReadonlyMap<string, Row[]>): Names {
  const map = (table: string, name: (row: Row) => string) =>
    new Map(contents.get(table)?.map((row) => [Number(row.id), name(row)]))
  const file = map('vault_files', ({ sha256 }) => String(sha256))
  return {
    document: map('documents', ({ file_id }) => `with ${file.get(Number(file_id))}`),
    application: map('applications', ({ call_id, email }) =>
      call_id ? `of call ${call_id}` : `of ${email}`,
    ),
    file,
  }
}

function plain(table: string, row: Row, { application, document, file }: Names): Row {
  const named = Object.entries(row).map(([column, value]): [string, unknown] => {
    if (column === 'id' && UNORDERED.has(table)) return [column, null]
    if (RANDOM.test(column) && table !== 'messages') return [column, value === null ? null : 'there']
    if (column === 'application_id') return [column, value && application.get(Number(value))]
    if (column === 'file_id') return [column, value && file.get(Number(value))]
    if (column === 'subject_id' && row.subject_type === 'application')
      return [column, application.get(Number(value))]
    if (column === 'document_id' || (column === 'subject_id' && row.subject_type === 'document'))
      return [column, document.get(Number(value))]
    return [column, typeof value === 'string' ? unlinked(value, application) : value]
  })
  return Object.fromEntries(named)
}

/** Links by what they open, occasions by what they name. */
function unlinked(text: string, application: ReadonlyMap<number, string>): string {
  return text
    .replaceAll(/\/s\/[\w-]{22}/g, '/s/…')
    .replaceAll(/\/accreditation\/(resume|status)\/([\w-]+)\.[\w-]+/g, (_whole, kind, payload) => {
      const [purpose, id, until] = JSON.parse(Buffer.from(payload, 'base64url').toString()) // as signToken made it
      return `/accreditation/${kind}/${purpose} ${application.get(id)} until ${until}`
    })
    .replaceAll(/^application:(\d+):(received|decided|draft)(:\d+)?/g, (_whole, id, what) =>
      ['application', application.get(Number(id)), what].join(' '),
    )
}

const maskOf =
  (machineTime: (text: string) => boolean) =>
  (_key: string, value: unknown): unknown =>
    typeof value === 'string' && machineTime(value) ? 'since' : value
