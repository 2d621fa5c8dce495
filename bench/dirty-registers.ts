// 80,000 rows of a register of which 0.5 per cent cannot be read, compared with as many clean ones: the ratio of the two
// imports is at most 1.2. Every row changes in every file, so that both kinds write as much.

import type { RegisterCells } from '#server/demo/register-files.ts'
import type { Client } from '#test/product/client.ts'
import { signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { bytesOf, representative } from '#test/worlds/register-rows.ts'

const ROWS = Number(process.argv[2] ?? 80_000)
/** One row in this many. */
const DIRTY_EVERY = 200
const ROUNDS = 4
const LIMIT = 1.2

const admin = { email: 'admin@lender.example', password: 'bench-registers-2026' }
const dirt: readonly RegisterCells[] = [
  { CRED_REP_END_DT: '31/02/2026' },
  { CRED_REP_NUM: '4.12E+05' },
  { CRED_REP_NAME: '#REF!' },
  { CRED_REP_START_DT: 'see file' },
]

const file = (version: number, isDirty: boolean): string =>
  bytesOf(
    'credit_representatives',
    Array.from({ length: ROWS }, (_, n) =>
      representative(String(100_000 + n), `FRASER${n % 997}, ISLA ${n % 89}`, {
        CRED_REP_LOCALITY: `Town ${version}`,
        ...(isDirty && n % DIRTY_EVERY === 0 ? dirt[(n / DIRTY_EVERY) % dirt.length] : {}),
      }),
    ),
  ).toString('utf8')

async function send(api: Client, text: string): Promise<{ seconds: number; quarantined: number }> {
  const begin = performance.now()
  const { quarantined } = await api.upload<{ quarantined: number }>(
    '/api/surveillance/registers/credit_representatives',
    { name: 'credit_representatives.csv', text },
  )
  return { seconds: (performance.now() - begin) / 1000, quarantined }
}

const median = (values: readonly number[]): number =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

const server = await startServer({
  env: { DEMO: 'off', RATE_LIMITS: 'on', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
})
try {
  const api = await signIn(server.url, admin)
  await send(api, file(0, false))
  const times = { clean: [] as number[], dirty: [] as number[] }
  let quarantined = 0
  let version = 0
  for (let round = 0; round < ROUNDS; round++) {
    // former versions of rows remain: each kind is first in every other round
    for (const isDirty of round % 2 === 0 ? [false, true] : [true, false]) {
      version += 1
      const sent = await send(api, file(version, isDirty))
      times[isDirty ? 'dirty' : 'clean'].push(sent.seconds)
      if (isDirty) quarantined = sent.quarantined
    }
  }
  const [clean, dirty] = [median(times.clean), median(times.dirty)]
  const ratio = dirty / clean
  console.log(
    `${ROWS} rows, all changed: clean ${clean.toFixed(1)} s, with ${quarantined} unreadable ones ${dirty.toFixed(1)} s, ratio ${ratio.toFixed(2)} (limit ${LIMIT})`,
  )
  if (ratio > LIMIT || quarantined !== Math.ceil(ROWS / DIRTY_EVERY)) process.exitCode = 1
} finally {
  await server.stop()
}
