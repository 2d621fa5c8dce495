import { readFileSync } from 'node:fs'
import pg from 'pg'

const url = readFileSync('/tmp/mv/hold.log', 'utf8').split(' ')[0]
const c = new pg.Client({ connectionString: url })
await c.connect()
for (const f of process.argv.slice(2)) {
  const t0 = performance.now()
  const r = await c.query(readFileSync(f, 'utf8'))
  const rows = Array.isArray(r) ? r.at(-1).rows : r.rows
  for (const row of rows) console.log(Object.values(row).join(' | '))
  console.log((performance.now() - t0).toFixed(1) + ' ms')
}
await c.end()
