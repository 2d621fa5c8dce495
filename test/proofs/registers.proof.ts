// Kills the process during an import of a register and during a check of all brokers: either the old snapshot or the
// new one is complete, and the check resumes, each broker once. node test/proofs/registers.proof.ts [kills] [seed]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { BrokerImport } from '#contract/brokers/imports.ts'
import type { ComplianceCheck } from '#contract/surveillance/surveillance.ts'
import { seeded } from '#server/platform/random.ts'
import { type Client, signIn, until } from '#test/product/client.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'
import { bytesOf, representative } from '#test/worlds/register-rows.ts'

const [kills = 5, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const ROWS = 30_000
const BROKERS = 15_000
const LOOKED_AT = 300
const WAIT_SECONDS = 300
const admin = { email: 'admin@lender.example', password: 'proof-registers-2026' }
const random = seeded(seed)
const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-registers-'))
const env = { DEMO: 'off', RATE_LIMITS: 'on', ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password }
const faults: string[] = []

interface Stats {
  run: { id: number; status: string; done: number; total: number } | null
}

/** The same rows, with a different state in each version. */
const file = (version: number): Buffer =>
  bytesOf(
    'credit_representatives',
    Array.from({ length: ROWS + version }, (_, n) =>
      representative(String(100_000 + n), `ABERNATHY ${n}, BERYL`, {
        CRED_REP_STATE: version % 2 ? 'VIC' : 'NSW',
      }),
    ),
  )

const upload = (api: Client, version: number): Promise<unknown> =>
  api.upload('/api/surveillance/registers/credit_representatives', {
    name: 'rep.csv',
    text: file(version).toString('utf8'),
  })
const stats = (api: Client): Promise<Stats> => api.get('/api/surveillance/stats')
const settled = (api: Client): Promise<Stats> =>
  until(
    'no check is under way',
    () => stats(api),
    ({ run }) => run !== null && run.status !== 'running',
    WAIT_SECONDS,
  )
const start = async (): Promise<{ server: RunningServer; api: Client }> => {
  const server = await startServer({ env, dataDir })
  return { server, api: await signIn(server.url, admin) }
}

async function rowsLoaded(api: Client): Promise<number> {
  const registers = await api.get<{ register: string; rows: number }[]>('/api/surveillance/registers')
  return registers.find(({ register }) => register === 'credit_representatives')?.rows ?? 0
}

let { server, api } = await start()
try {
  await upload(api, 0)
  const list = ['Name,Phone,Email,State,ASIC number']
  for (let n = 0; n < BROKERS; n++) {
    const line = String(10_000_000 + n).slice(1)
    list.push(
      `Beryl Abernathy ${n},(02) 7${line.slice(0, 3)} ${line.slice(3)},beryl.${n}@example.com,NSW,${100_000 + n}`,
    )
  }
  const preview = await api.upload<BrokerImport>('/api/brokers/imports', {
    name: 'list.csv',
    text: list.join('\n'),
  })
  await api.post(`/api/brokers/imports/${preview.id}/commit`)
  await until(
    'imported',
    () => api.get<BrokerImport>(`/api/brokers/imports/${preview.id}`),
    ({ status }) => status === 'imported',
    WAIT_SECONDS,
  )
  await settled(api)

  let standing = 0
  let whole = { before: 0, after: 0 }
  for (let kill = 1; kill <= kills; kill++) {
    const sent = upload(api, kill).catch(() => undefined)
    await delay(200 + random.below(2500))
    await server.kill()
    await sent
    ;({ server, api } = await start())
    const rows = await rowsLoaded(api)
    if (rows === ROWS + kill) whole = { ...whole, after: whole.after + 1 }
    else if (rows === ROWS + standing) whole = { ...whole, before: whole.before + 1 }
    else faults.push(`after kill ${kill} the register has ${rows} rows`)
    standing = rows - ROWS
    await settled(api)

    const run = await api.post<{ id: number }>('/api/surveillance/run-manual-check')
    const stopAt = 500 + random.below(Math.floor(BROKERS * 0.8))
    const before = await until(
      'the check is under way',
      () => stats(api),
      (now) => (now.run?.done ?? 0) >= stopAt || now.run?.status === 'finished',
      WAIT_SECONDS,
    )
    await server.kill()
    ;({ server, api } = await start())
    const after = await settled(api)
    console.log(
      `kill ${kill}: ${rows} rows stand; killed at ${before.run?.done} of ${before.run?.total} brokers, finished with ${after.run?.done}`,
    )
    if (after.run?.id !== run.id || after.run.done !== BROKERS)
      faults.push(`the check ended with ${after.run?.done} of ${BROKERS}`)
    const brokers = await api.get<{ id: number }[]>(
      `/api/brokers?limit=${LOOKED_AT}&sort=${kill % 2 ? '' : '-'}name`,
    )
    for (const { id } of brokers) {
      const checks = await api.get<ComplianceCheck[]>(`/api/surveillance/brokers/${id}/compliance-history`)
      const times = checks.filter(({ runId }) => runId === run.id).length
      if (times !== 1) faults.push(`broker ${id} was checked ${times} times`)
    }
  }
  console.log(
    `${kills} kills each: the old snapshot stood ${whole.before} times, the new one ${whole.after}; ${faults.length} faults (seed ${seed})`,
  )
  for (const fault of faults.slice(0, 20)) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
