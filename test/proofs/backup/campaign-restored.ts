// A campaign through both loopback vendors, restored to an earlier point: no person is dialled twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import type { RestoreStatus } from '#contract/system/backups.ts'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { startDatabase } from '#test/database.ts'
import { startTwilioDouble } from '#test/doubles/twilio/twilio.ts'
import { startVapiDouble, VAPI_NUMBER } from '#test/doubles/vapi/vapi.ts'
import { signIn, until } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { dialsOf } from '../vendors/aftermath.ts'
import { startCampaign } from '../vendors/campaign.ts'
import { ADMIN, FROM, SECRET } from '../vendors/installation.ts'
import { archivesIn, runTool } from './commands.ts'

const ACCOUNT = `AC${'2'.repeat(32)}`

export interface RestoredCampaign {
  brokers: number
  /** Between the backup and the crash. */
  minutes: number
  callsPerSecond: number
}

export async function proveRestoredCampaign(proof: RestoredCampaign): Promise<string[]> {
  const closers: (() => Promise<unknown>)[] = []
  try {
    return await prove(proof, closers)
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function prove(
  { brokers, minutes, callsPerSecond }: RestoredCampaign,
  closers: (() => Promise<unknown>)[],
): Promise<string[]> {
  const keep = <T extends { stop(): Promise<unknown> } | { close(): Promise<unknown> }>(one: T): T => {
    closers.push(() => ('stop' in one ? one.stop() : one.close()))
    return one
  }
  const [before, after] = [keep(await startDatabase()), keep(await startDatabase())]
  const backups = await mkdtemp(join(tmpdir(), 'brokerline-archives-'))
  const files = await mkdtemp(join(tmpdir(), 'brokerline-restored-'))
  closers.push(
    () => rm(backups, { recursive: true, force: true }),
    () => rm(files, { recursive: true, force: true }),
  )
  const played = { seed: 7, speed: 20, lateMs: 500, retries: 3 }
  const twilio = keep(
    await startTwilioDouble({ ...played, accountSid: ACCOUNT, authToken: 'proof-token-of-twilio' }),
  )
  const vapi = keep(await startVapiDouble({ ...played, apiKey: 'proof-key-of-vapi' }))
  // the fourth part goes over to Twilio
  let asked = 0
  vapi.setFault(({ method, path }) =>
    method === 'POST' && path === '/call' && asked++ % 4 === 0 ? 'busy' : undefined,
  )
  const [vaultKey, backupKey] = [await generateAgeKey(), await generateAgeKey()]
  const port = String(21_000 + (process.pid % 20_000))
  const env = {
    ...{ DEMO: 'off', RATE_LIMITS: 'on', VOICE_PROVIDER: 'auto', SESSION_SECRET: 'x'.repeat(40) },
    ...{ VAULT_KEY: vaultKey.identity, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password },
    ...{ SIM_NOW: '2026-11-24T11:00:00+11:00', SIM_SPEED: '5' },
    ...{ TWILIO_ACCOUNT_SID: ACCOUNT, TWILIO_AUTH_TOKEN: 'proof-token-of-twilio', TWILIO_FROM: FROM },
    ...{ TWILIO_BASE_URL: twilio.url, TWILIO_CALLS_PER_SECOND: String(callsPerSecond) },
    ...{ VAPI_API_KEY: 'proof-key-of-vapi', VAPI_WEBHOOK_SECRET: SECRET, VAPI_BASE_URL: vapi.url },
    ...{ VAPI_PHONE_NUMBER_ID: VAPI_NUMBER.id, VAPI_CALLS_PER_SECOND: String(callsPerSecond) },
    ...{ BACKUP_RECIPIENT: backupKey.recipient, BACKUP_DIR: backups, PORT: port },
  }
  const from = { ...env, DATABASE_URL: before.url, DATABASE_OWNER_URL: before.ownerUrl }
  const to = { ...env, DATABASE_URL: after.url, DATABASE_OWNER_URL: after.ownerUrl, DATA_DIR: files }

  const first = await startServer({ env: from })
  const api = await signIn(first.url, ADMIN)
  const campaignId = await startCampaign(api, { brokers, retries: false })
  const dials = () => dialsOf({ twilio, vapi })
  await until(
    'the first dials',
    async () => dials().length,
    (made) => made >= brokers / 6,
    300,
  )
  const backup = await runTool('backup', { env: { ...from, DATA_DIR: first.dataDir, PORT: '0' } })
  if (backup.code !== 0) throw new Error(backup.output)
  const atBackup = dials().length
  await sleep(minutes * 60_000)
  await first.kill()
  const lost = dials().length - atBackup
  // calls under way end while no process listens
  await Promise.all([twilio.settled(), vapi.settled()])

  const [name = ''] = await archivesIn(backups)
  const restore = await runTool('restore', {
    env: { ...to, BACKUP_IDENTITY: backupKey.identity, PORT: '0' },
    args: [name],
  })
  if (restore.code !== 0) throw new Error(restore.output)
  const database = new pg.Client({ connectionString: after.ownerUrl })
  await database.connect()
  closers.push(() => database.end())
  const atRestore = dials().length
  const second = await startServer({ env: to, dataDir: files })
  closers.push(second.stop)
  const again = await signIn(second.url, ADMIN)
  const early: string[] = await again.post('/api/backups/restore/resume').then(
    () => ['calls were resumed before the vendors had answered'],
    () => [],
  )
  // the rule waits three minutes for lists that lag, and the proof does not
  await database.query("update restores set restored_at = restored_at - interval '3 minutes'")
  const { held } = await until(
    'the vendors’ calls',
    () => again.get<{ held: RestoreStatus | null }>('/api/backups/restore'),
    (status) => status.held?.reconciledAt != null,
    180,
  )
  const stopped = dials().length === atRestore ? [] : ['a call was made before the calls were resumed']
  await again.post('/api/backups/restore/resume')
  await until(
    'the campaign to complete',
    async () => again.get<Campaign>(`/api/campaigns/${campaignId}`),
    ({ progress }) => progress.waiting === 0 && progress.inFlight === 0,
    900,
  ).catch((error: unknown) => early.push(String(error)))
  await Promise.all([twilio.settled(), vapi.settled()])
  const twice = [...Map.groupBy(dials(), (dial) => dial.to)].filter(([, same]) => same.length > 1)
  const { rows: afterOptOut } = await database.query<{ phone: string }>(
    `select s.phone from suppressions s where s.ended_at is null`,
  )
  console.log(
    `${brokers} brokers: ${atBackup} dials before the backup, ${lost} until the crash ${minutes} min later, ${dials().length} in all`,
  )
  for (const { vendor, listed, matched, added, held: holds } of held?.vendors ?? [])
    console.log(`  ${vendor}: ${listed} listed, ${matched} matched, ${added} added, ${holds} numbers on hold`)
  console.log(`  ${afterOptOut.length} numbers suppressed; brokers dialled twice: ${twice.length}`)
  return [
    ...early,
    ...stopped,
    ...twice.map(([number, same]) => `${number} was dialled ${same.length} times`),
    ...twilio.calls.calls.flatMap(({ problems }) => problems),
  ]
}
