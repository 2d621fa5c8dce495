import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Log } from '#server/platform/log.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { generateNoteKey, parseNoteVerifier } from '#server/platform/tlog/signed-note.ts'
import { readNoteKey } from '#server/secrets.ts'
import { openRememberedHeads } from './remembered-heads.ts'
import { createWitnessServer } from './witness-server.ts'

const KEY_FILE = 'witness.key'

type WitnessConfig = Pick<Config, 'dataDir' | 'publicUrl' | 'witnessedLog' | 'trustProxy' | 'rateLimits'>

/**
 * The witness of another installation's log: it has no database, only its key and its memory in the data folder.
 * @returns the server, which does not listen yet, and its public key @throws StartupError
 */
export async function buildWitness(
  { dataDir, publicUrl, witnessedLog, trustProxy, rateLimits }: WitnessConfig,
  log: Log,
  now: () => Date = () => new Date(),
): Promise<{ server: FastifyInstance; key: string }> {
  if (!witnessedLog) throw new StartupError('ROLE=witness needs WITNESS_OF.')
  const isNew = await access(join(dataDir, KEY_FILE)).then(
    () => false,
    () => true,
  )
  const heads = await openRememberedHeads(dataDir, isNew)
  const make = (): string => generateNoteKey(`${new URL(publicUrl).host}/witness`, 'cosignature')
  const signer = await readNoteKey(dataDir, KEY_FILE, 'cosignature', make)
  const server = await createWitnessServer({
    ...{ signer, log: parseNoteVerifier(witnessedLog, 'note'), heads, now, processLog: log },
    server: { trustProxy, rateLimits, secure: publicUrl.startsWith('https:') },
  })
  return { server, key: signer.text }
}
