import { createReadStream } from 'node:fs'
import { open, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { checkArchive } from '#server/modules/backups/check-archive.ts'
import { parseAgeKeys } from '#server/platform/crypto/age.ts'
import { readMigrations } from '#server/platform/db/migrate.ts'
import { seeded } from '#server/platform/random.ts'
import { runTool, type World } from './commands.ts'

const BAD_ARCHIVES = 50

/** Cuts and changes an archive at many places. @returns a sentence for each one that was not refused */
export async function refuseBad({ env, identity, folder }: World, archive: string): Promise<string[]> {
  const { size } = await stat(archive)
  const random = seeded(11)
  const bad = join(folder, 'bad.age')
  const dataDir = join(folder, 'refusing')
  const sentences = new Map<string, number>()
  const faults: string[] = []
  const requirements = {
    identities: [identity],
    migrations: await readMigrations(),
    vaultKeys: (await parseAgeKeys(env.VAULT_KEY ?? '')).map(({ recipient }) => recipient),
  }
  for (let n = 0; n < BAD_ARCHIVES; n++) {
    // the first ones by the command, all by the check that it makes
    const at =
      n < 5 ? ([0, 21, 300, size - 1, Math.floor(size / 2)][n] ?? 0) : Math.floor(random.next() * size)
    const content =
      n % 2 === 0
        ? async function* () {
            yield* at > 0 ? createReadStream(archive, { end: at - 1 }) : []
          }
        : async function* () {
            let from = 0
            for await (const chunk of createReadStream(archive) as AsyncIterable<Buffer>) {
              const changed = Buffer.from(chunk)
              if (at >= from && at < from + chunk.length) changed[at - from] = (changed[at - from] ?? 0) ^ 1
              from += chunk.length
              yield changed
            }
          }
    const refusal = await checkArchive({ name: 'X', open: async () => content() }, requirements).then(
      () => null,
      (error: Error) => error.message,
    )
    if (!refusal) faults.push(`${n % 2 === 0 ? 'cut' : 'changed'} at ${at} was not refused`)
    else sentences.set(refusal, (sentences.get(refusal) ?? 0) + 1)
  }
  for (const cut of [0, 100, Math.floor(size / 3)]) {
    await truncated(archive, bad, cut)
    const ended = await runTool('restore', {
      env: { ...env, DATA_DIR: dataDir, BACKUP_IDENTITY: identity, PORT: '0' },
      args: [bad],
    })
    if (ended.code !== 1 || !ended.output.includes('Nothing was changed.'))
      faults.push(`the command did not refuse an archive cut at ${cut}: ${ended.output}`)
  }
  console.log(`${BAD_ARCHIVES} bad archives, each refused:`)
  for (const [sentence, times] of sentences) console.log(`  ${times} × ${sentence}`)
  return faults
}

async function truncated(from: string, to: string, bytes: number): Promise<void> {
  const source = await open(from)
  const buffer = Buffer.alloc(bytes)
  await source.read(buffer, 0, bytes, 0)
  await source.close()
  await writeFile(to, buffer)
}
