// A world of many calls and files: what a backup costs a running campaign, and what becomes of bad and interrupted archives.
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { encryptStream, generateAgeKey } from '#server/platform/crypto/age.ts'
import { connect } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { seeded } from '#server/platform/random.ts'
import { createLocalStore } from '#server/providers/files/local-store.ts'
import type { DB } from '#server/schema.gen.ts'
import { signIn, until } from '#test/product/client.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'
import { fillWorld, makePastMonths } from '#test/worlds/scale-world.ts'
import { refuseBad } from './bad-archives.ts'
import { archivesIn, type Ended, runTool, type World } from './commands.ts'
import { compare, openDatabase, startRestored } from './restored-world.ts'

const ADMIN = { email: 'admin@lender.example', password: 'under-fire-2026' }
const MIB = 1024 * 1024
const LEAST_RATIO = 0.9

export interface LargeWorld {
  calls: number
  files: number
}

export async function proveLargeWorld({ calls, files }: LargeWorld): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerline-large-'))
  try {
    const world = await build(folder, { calls, files })
    const faults = [...(await backUpWhileDialling(world)), ...(await killBackup(world))]
    const [name = ''] = (await archivesIn(join(folder, 'archives'))).slice(-1)
    const archive = join(folder, 'archives', name)
    const { size } = await stat(archive)
    console.log(`${name}: ${(size / MIB).toFixed(1)} MiB`)
    return [...faults, ...(await refuseBad(world, archive)), ...(await restoreWhole(world, archive))]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function build(folder: string, { calls, files }: LargeWorld): Promise<World> {
  const dataDir = join(folder, 'data')
  const [vaultKey, backupKey] = [await generateAgeKey(), await generateAgeKey()]
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate(postgres)
    await makePastMonths(postgres.ownerUrl)
    const { db, close } = connect<DB>(postgres.ownerUrl, 3, () => undefined)
    const startedAt = performance.now()
    await fillWorld(db, { calls, brokers: Math.max(1000, calls / 10), campaigns: 60 })
    await addFiles(db, { dataDir, files, recipient: vaultKey.recipient })
    await close()
    console.log(
      `a world of ${calls} calls and ${files} files, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
    )
  } finally {
    await postgres.stop()
  }
  const env = {
    ...{ DEMO: 'off', RATE_LIMITS: 'on', VOICE_PROVIDER: 'simulator', VAULT_KEY: vaultKey.identity },
    ...{ SESSION_SECRET: 'x'.repeat(40), ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    ...{ SIM_NOW: '2026-11-24T10:00:00+11:00', SIM_SPEED: '20', SIM_OUTCOMES: 'by-number' },
    ...{ BACKUP_RECIPIENT: backupKey.recipient, BACKUP_DIR: join(folder, 'archives'), DISK_RESERVE_MB: '0' },
  }
  return { dataDir, env, identity: backupKey.identity, folder }
}

async function addFiles(
  db: ReturnType<typeof connect<DB>>['db'],
  { dataDir, files, recipient }: { dataDir: string; files: number; recipient: string },
): Promise<void> {
  const store = createLocalStore(join(dataDir, 'files'))
  const { createHash } = await import('node:crypto')
  const { id: keyId } = await db
    .insertInto('vaultKeys')
    .values({ recipient })
    .returning('id')
    .executeTakeFirstOrThrow()
  const random = seeded(5)
  for (let n = 0; n < files; n++) {
    const bytes = randomBytes(50_000 + Math.floor(random.next() * 400_000))
    const storageName = `${randomBytes(16).toString('hex')}.age`
    await store.put(
      storageName,
      await encryptStream(
        recipient,
        (async function* () {
          yield bytes
        })(),
      ),
    )
    await db
      .insertInto('vaultFiles')
      .values({
        ...{ filename: `a-${n}.pdf`, mediaType: 'application/pdf', bytes: bytes.length, keyId, storageName },
        ...{ sha256: createHash('sha256').update(bytes).digest(), attachedAt: new Date() },
      })
      .execute()
  }
}

/** Dials in each stretch of time, without and with a backup, alternately, so that the campaign's own course evens out. */
async function backUpWhileDialling(world: World): Promise<string[]> {
  const { env, dataDir } = world
  const server = await startServer({ env, dataDir })
  try {
    const api = await signIn(server.url, ADMIN)
    await api.patch('/api/organisation', {
      ...{ legalName: 'Acme Lending Pty Ltd', contactPhone: '(02) 5550 0100', agentName: 'Alex' },
    })
    const database = await openDatabase(dataDir)
    await addFictitious(database)
    const campaign = await api.post<Campaign>('/api/campaigns', {
      ...{ name: 'Under a backup', product: 'Premium Home Loan', callScript: 'Hello {{firstName}}' },
      maxConcurrentCalls: 30,
    })
    await api.post(`/api/campaigns/${campaign.id}/start-calls`)
    const dials = async (): Promise<number> => {
      const { rows } = await database.query<{ n: number }>(
        'select count(*)::int as n from calls where campaign_id = $1 and dispatched_at is not null',
        [campaign.id],
      )
      return rows[0]?.n ?? 0
    }
    await until('the campaign to dial', dials, (made) => made >= 60, 120)
    const stretch = async (work: () => Promise<unknown>): Promise<number> => {
      const [from, startedAt] = [await dials(), performance.now()]
      await work()
      return ((await dials()) - from) / ((performance.now() - startedAt) / 1000)
    }
    const [alone, during]: [number[], number[]] = [[], []]
    const ended: Ended[] = []
    for (let round = 0; round < 3; round++) {
      const idle = ended[0] ? ended[0].seconds * 1000 : 15_000
      alone.push(await stretch(() => sleep(idle)))
      during.push(
        await stretch(async () =>
          ended.push(await runTool('backup', { env: { ...env, DATA_DIR: dataDir, PORT: '0' } })),
        ),
      )
    }
    const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
    const ratio = mean(during) / mean(alone)
    const [first] = ended
    console.log(first?.output)
    console.log(
      `backup: ${ended.map(({ seconds }) => seconds.toFixed(1)).join(', ')} s, ${Math.max(...ended.map(({ peakMiB }) => peakMiB)).toFixed(0)} MiB at most; ` +
        `dials a second ${mean(alone).toFixed(2)} alone, ${mean(during).toFixed(2)} during a backup: ratio ${ratio.toFixed(2)}`,
    )
    await database.end()
    return [
      ...ended.filter(({ code }) => code !== 0).map(({ output }) => `a backup failed: ${output}`),
      ...(ratio >= LEAST_RATIO ? [] : [`dialling fell to ${ratio.toFixed(2)} during a backup`]),
    ]
  } finally {
    await server.stop()
  }
}

/** Brokers that the simulator may call, in place of those of the world's past. */
async function addFictitious(database: pg.Client): Promise<void> {
  await database.query("update brokers set call_basis = 'none'")
  await database.query(`insert into brokers (name, phone, region, timezone, number_source, call_basis)
    select 'Person ' || n, '+612' || '5550' || lpad(n::text, 4, '0'), 'NSW', 'Australia/Sydney', 'the list of our panel', 'relationship'
    from generate_series(1000, 9999) n`)
}

async function killBackup({ env, dataDir, folder }: World): Promise<string[]> {
  const archives = join(folder, 'archives')
  const before = await archivesIn(archives)
  const full = await runTool('backup', { env: { ...env, DATA_DIR: dataDir, PORT: '0' } })
  const killed = await runTool('backup', {
    env: { ...env, DATA_DIR: dataDir, PORT: '0' },
    killAfterMs: Math.max(1500, full.seconds * 700),
  })
  const after = await archivesIn(archives)
  const unfinished = (await readdir(archives)).filter((name) => name.endsWith('.part'))
  const next = await runTool('backup', { env: { ...env, DATA_DIR: dataDir, PORT: '0' } })
  console.log(
    `a backup killed after ${killed.seconds.toFixed(1)} of ${full.seconds.toFixed(1)} s leaves no archive and ${unfinished.length} unfinished file; the next one ends with ${next.code}`,
  )
  return [
    ...(killed.code === null ? [] : ['the backup ended before it was killed']),
    ...(after.length === before.length + 1 ? [] : ['a killed backup left an archive']),
    ...(next.code === 0 ? [] : [`a backup after a killed one failed: ${next.output}`]),
  ]
}

/** Killed in the middle first: the installation does not start, and another run brings everything back. */
async function restoreWhole({ env, identity, folder, dataDir }: World, archive: string): Promise<string[]> {
  const restored = join(folder, 'restored')
  const options = {
    env: { ...env, DATA_DIR: restored, BACKUP_IDENTITY: identity, PORT: '0' },
    args: [archive],
  }
  const scratch = await runTool('restore', {
    ...options,
    env: { ...options.env, DATA_DIR: join(folder, 'scratch') },
  })
  console.log(`restore: ${scratch.seconds.toFixed(1)} s, ${scratch.peakMiB.toFixed(0)} MiB at most`)
  await rm(join(folder, 'scratch'), { recursive: true, force: true })
  // the files come after the tables
  const isLoading = (): Promise<boolean> =>
    readdir(join(restored, 'files')).then(
      (names) => names.length > 0,
      () => false,
    )
  const killed = await runTool('restore', { ...options, killWhen: isLoading })
  const start = await startServer({ env, dataDir: restored }).then(
    async (server: RunningServer) => server.stop().then(() => 'it started'),
    (error: Error) => error.message,
  )
  const again = await runTool('restore', options)
  console.log(
    `a restore killed after ${killed.seconds.toFixed(1)} s: ${start.split('\n').find((line) => line.includes('restore')) ?? start}`,
  )
  const faults = [...(await compare(dataDir, restored)), ...(await startRestored(env, restored))]
  return [
    ...(scratch.code === 0 ? [] : [`a restore failed: ${scratch.output}`]),
    ...(start.includes('did not finish') ? [] : [`an interrupted restore: ${start}`]),
    ...(again.code === 0 ? [] : [`a restore after an interrupted one failed: ${again.output}`]),
    ...faults,
  ]
}
