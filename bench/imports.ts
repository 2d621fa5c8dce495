// A list of 50,000 brokers: checking, importing and undoing it, against limits and compared with each other.
import type { BrokerImport, ImportStatus } from '#contract/brokers/imports.ts'
import { signIn, until } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'

const BROKERS = 50_000
/** Of the time that the import took. */
const LIMIT = 2
const MOST_SECONDS = { check: 10, import: 10, undo: 30 }
const WAIT_SECONDS = 300

const admin = { email: 'admin@lender.example', password: 'bench-imports-2026' }

function list(): string {
  const rows = Array.from({ length: BROKERS }, (_, n) => {
    const line = String(10_000_000 + n).slice(1)
    return `Person ${n} Broker,Kestrel Finance,(02) 7${line.slice(0, 3)} ${line.slice(3)},person.${n}@example.com,NSW`
  })
  return ['Name,Company,Phone,Email,State', ...rows].join('\n')
}

const server = await startServer({
  env: { DEMO: 'off', RATE_LIMITS: 'on', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
})
try {
  const api = await signIn(server.url, admin)
  const text = list()
  const sent = performance.now()
  const preview = await api.upload<BrokerImport>('/api/brokers/imports', { name: 'list.csv', text })
  const checked = (performance.now() - sent) / 1000
  const url = `/api/brokers/imports/${preview.id}`
  const seconds = async (what: 'commit' | 'undo', end: ImportStatus): Promise<number> => {
    const start = performance.now()
    await api.post(`${url}/${what}`)
    const isDone = ({ status }: BrokerImport): boolean => status === end
    const { status, error } = await until(end, () => api.get<BrokerImport>(url), isDone, WAIT_SECONDS)
    if (status !== end) throw new Error(`the import is ${status}: ${error}`)
    return (performance.now() - start) / 1000
  }
  const brought = await seconds('commit', 'imported')
  const taken = await seconds('undo', 'undone')
  console.log(
    `${BROKERS} brokers: checked in ${checked.toFixed(1)} s, imported in ${brought.toFixed(1)} s, undone in ${taken.toFixed(1)} s`,
  )
  const isLate = checked > MOST_SECONDS.check || brought > MOST_SECONDS.import || taken > MOST_SECONDS.undo
  const ratio = taken / brought
  console.log(`undo beside import: ${ratio.toFixed(2)} (limit ${LIMIT})`)
  if (ratio > LIMIT || isLate) process.exitCode = 1
} finally {
  await server.stop()
}
