// Shows that the product survives a database that is away for up to ten minutes, a mail server and a file store that
// accept connections and never respond, and a disk that fills up: the response of each request meanwhile, memory and
// log size, the time to recovery, and that nobody is called twice. OUTAGE_SECONDS, LONG_OUTAGE_SECONDS and
// SILENT_SECONDS shorten it, 0 skips a part.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openNetwork } from '../doubles/network.ts'
import { startS3Double } from '../doubles/s3-double.ts'
import { startSmtpServer } from '../doubles/smtp-server.ts'
import { signIn } from '../product/client.ts'
import { startServer } from '../product/server.ts'
import { type Outage, takeDatabaseAway } from './outage/database-away.ts'
import { createPostgres } from './outage/external-postgres.ts'
import { createFigures } from './outage/figures.ts'
import { fillDisk, mountSmallDisk, RESERVE_MB, unmount } from './outage/full-disk.ts'
import {
  admin,
  cookieOf,
  external,
  installation,
  runCampaign,
  secondsOf,
  settle,
} from './outage/installation.ts'
import { silenceServices } from './outage/silent-services.ts'

const short = secondsOf('OUTAGE_SECONDS', 60)
const long = secondsOf('LONG_OUTAGE_SECONDS', 600)
const silentSeconds = secondsOf('SILENT_SECONDS', 45)
const BUCKET = { bucket: 'files', region: 'us-east-1', accessKeyId: 'key', secretAccessKey: 'secret' }

const outages = [
  { mode: 'fast', seconds: short },
  { mode: 'fast', seconds: short },
  { mode: 'immediate', seconds: short },
  { mode: 'immediate', seconds: short },
  { mode: 'fast', seconds: long },
] satisfies Outage[]

const figures = createFigures()
if (short + long + silentSeconds > 0) await services()
await disk()
const { faults, skipped } = figures.end()
console.log(`${faults} figures not as they should be, ${skipped} parts not shown`)
process.exitCode = faults > 0 ? 1 : 0

async function services(): Promise<void> {
  const postgres = await createPostgres()
  const smtp = await startSmtpServer()
  const s3 = await startS3Double(BUCKET)
  const to = (url: string) => ({ host: '127.0.0.1', port: Number(new URL(url).port) })
  const networks = [await openNetwork(to(smtp.url)), await openNetwork(to(s3.url))] as const
  const env = {
    ...installation,
    ...(await external(postgres.url)),
    SMTP_URL: `smtp://127.0.0.1:${networks[0].port}`,
    MAIL_FROM: 'no-reply@example.com',
    S3_ENDPOINT: `http://127.0.0.1:${networks[1].port}`,
    S3_BUCKET: BUCKET.bucket,
    S3_ACCESS_KEY_ID: BUCKET.accessKeyId,
    S3_SECRET_ACCESS_KEY: BUCKET.secretAccessKey,
  }
  let server = await startServer({ env: { ...env, SIM_SPEED: '5' } })
  try {
    const api = await signIn(server.url, admin)
    const cookie = await cookieOf(server.url)
    const campaignId = await runCampaign(api, 1000)
    await takeDatabaseAway(
      { server, api, cookie, campaignId, postgres, figures },
      outages.filter(({ seconds }) => seconds > 0),
    )
    await silenceServices({ smtp, s3, networks }, { server, cookie, figures, silentSeconds })
    // fast enough for the rest of the day to pass
    await server.stop()
    server = await startServer({ env: { ...env, SIM_SPEED: '300' } })
    await settle(await signIn(server.url, admin), campaignId, figures)
  } finally {
    await server.stop()
    for (const network of networks) await network.close()
    await Promise.all([smtp.close(), s3.close()])
    await postgres.remove()
  }
}

async function disk(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'brokerline-small-'))
  const reason = await mountSmallDisk(folder)
  if (reason) return figures.skip('a full disk', reason)
  const env = { ...installation, DISK_RESERVE_MB: String(RESERVE_MB) }
  try {
    let server = await startServer({ dataDir: folder, env: { ...env, SIM_SPEED: '5' } })
    try {
      const api = await signIn(server.url, admin)
      const campaignId = await runCampaign(api, 300)
      await fillDisk({ server, api, cookie: await cookieOf(server.url), campaignId, figures })
      await server.stop()
      server = await startServer({ dataDir: folder, env: { ...env, SIM_SPEED: '300' } })
      await settle(await signIn(server.url, admin), campaignId, figures)
    } finally {
      await server.stop()
    }
  } finally {
    await unmount(folder)
    await rm(folder, { recursive: true, force: true })
  }
}
