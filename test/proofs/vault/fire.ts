import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { VaultStatus } from '#contract/documents/vault.ts'
import { type Client, signIn } from '#test/product/client.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'
import { type Portal, sha256, signInToPortal, uniquePdf } from './portal.ts'

/** An installation that is killed again and again. */
export interface Fire {
  portal: Portal
  admin: Client
  dataDir: string
  /** Uploads confirmed with 201: id and checksum. None may ever be lost. */
  kept: Map<number, string>
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

export async function lightFire(dataDir: string): Promise<Fire> {
  const start = (): Promise<RunningServer> => startServer({ dataDir })
  let server = await startServer({ dataDir, copyOf: process.env.DEMO_WORLD })
  const portal = await signInToPortal(() => server.url)
  const fire: Fire = {
    portal,
    admin: await signIn(server.url),
    dataDir,
    kept: new Map(),
    async killAndRestart() {
      await server.kill()
      server = await start()
      fire.admin = await signIn(server.url)
    },
    stop: () => server.stop(),
  }
  return fire
}

const TYPES = 8

/** Sends documents and keeps in mind which of them were answered. */
export async function send(
  { portal, kept }: Fire,
  count: number,
  options: { size: (n: number) => number; ms?: number },
): Promise<void> {
  await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const bytes = uniquePdf(options.size(n))
      const document = await portal.upload(1 + (n % TYPES), bytes, options.ms)
      if (document) kept.set(document.id, sha256(bytes))
    }),
  )
}

/** Kills while several uploads are on their way. @returns how many kills met a file that was half written */
export async function killUploads(fire: Fire, kills: number, random: () => number): Promise<number> {
  let met = 0
  for (let kill = 0; kill < kills; kill++) {
    const sending = send(fire, 4, { size: () => 200_000 + Math.floor(random() * 3_000_000), ms: 500 })
    await Promise.race([sending, untilOneIsHalfWritten(fire)])
    await sleep(random() * 300)
    if (await isHalfWritten(fire)) met += 1
    await fire.killAndRestart()
    await sending
  }
  return met
}

/** Larger than the pictures that are made all the while. */
const HALF = 65_536

async function isHalfWritten({ dataDir }: Fire): Promise<boolean> {
  const folder = join(dataDir, 'files')
  const names = await readdir(folder).catch(() => [])
  const sizes = names
    .filter((name) => name.endsWith('.part'))
    .map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    )
  return (await Promise.all(sizes)).some((size) => size > HALF)
}

async function untilOneIsHalfWritten(fire: Fire): Promise<void> {
  while (!(await isHalfWritten(fire))) await sleep(10)
}

/** Kills during key rotations. @returns the number of kills during an active rotation */
export async function killRotations(fire: Fire, kills: number, random: () => number): Promise<number> {
  let met = 0
  const rotation = async () => (await fire.admin.get<VaultStatus>('/api/vault')).runs.rotation
  for (let kill = 0; kill < kills; kill++) {
    // an interrupted run continues at the next start; only then may another one begin
    while ((await rotation())?.status === 'running') await sleep(20)
    await fire.admin.post('/api/vault/runs', { kind: 'rotation' })
    await sleep(random() * 300)
    if ((await rotation())?.status === 'running') met += 1
    await fire.killAndRestart()
  }
  return met
}

/** Kills while pictures of documents are made. @returns how many kills met a document without its picture */
export async function killPictures(fire: Fire, kills: number, random: () => number): Promise<number> {
  let met = 0
  const oneIsWaiting = async (): Promise<boolean> =>
    (await fire.portal.documents()).some(({ document }) => document?.thumbnailGenerated === false)
  for (let kill = 0; kill < kills; kill++) {
    // a machine with nothing else to do has made them all by then: once more
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      await send(fire, 3, { size: () => 20_000 })
      await sleep(random() * 150)
      if (!(await oneIsWaiting())) continue
      met += 1
      break
    }
    await fire.killAndRestart()
  }
  return met
}

const ATTEMPTS = 10
