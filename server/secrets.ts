import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from './config.ts'
import {
  type AgeKey,
  formatAgeKey,
  generateAgeKey,
  parseAgeKeys,
  withoutAgeKeys,
} from './platform/crypto/age.ts'
import { errorCode, errorLine, StartupError } from './platform/startup-error.ts'
import {
  generateNoteKey,
  type KeyKind,
  type NoteSigner,
  parseNoteSigner,
} from './platform/tlog/signed-note.ts'
import { syncFolder } from './providers/files/local-store.ts'
import type { VaultKeySource } from './providers/files/vault-keys.ts'
import { generatePushKey } from './providers/web-push.ts'

const PRIVATE = 0o600

/** The secret that signs cookies and links: as configured, else generated once under the data folder. */
export async function sessionSecret(configured: string | null, dataDir: string): Promise<string> {
  if (configured) return configured
  return readOrMake(dataDir, 'session.secret', () => randomBytes(48).toString('base64url'))
}

/** A secret in a file of the data folder, made once: of several processes that start, one makes it. */
async function readOrMake(dataDir: string, name: string, make: () => string): Promise<string> {
  const path = join(dataDir, name)
  try {
    await writeFile(path, make(), { mode: PRIVATE, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new StartupError(`DATA_DIR ${dataDir} cannot be written to: ${errorLine(error)}`)
  }
  return (await readFile(path, 'utf8')).trim()
}

/**
 * The key that signs push messages: as configured, else generated once under the data folder. Processes that share an
 * external database need the same key, so there it must be configured; null: it is not, and no push messages are sent.
 */
export async function pushKey(
  config: Pick<Config, 'pushKey' | 'dataDir' | 'databaseUrl'>,
): Promise<string | null> {
  const { pushKey: configured, dataDir, databaseUrl } = config
  if (configured || databaseUrl !== null) return configured
  return readOrMake(dataDir, 'push.key', generatePushKey)
}

/**
 * The key that signs checkpoints of the transparency log, like the key of push messages: processes that share an external
 * database need the same. A generated one is named after the public address, as C2SP recommends.
 */
export async function logSigner(
  config: Pick<Config, 'sealKey' | 'dataDir' | 'databaseUrl' | 'publicUrl'>,
): Promise<NoteSigner | null> {
  const { sealKey, databaseUrl, dataDir, publicUrl } = config
  if (sealKey) return parseNoteSigner(sealKey, 'note')
  if (databaseUrl !== null) return null
  const make = (): string => generateNoteKey(`${new URL(publicUrl).host}/log`, 'note')
  return readNoteKey(dataDir, 'seal.key', 'note', make)
}

/** A key in a file of the data folder, made once. @throws StartupError */
export async function readNoteKey(
  dataDir: string,
  name: string,
  kind: KeyKind,
  make: () => string,
): Promise<NoteSigner> {
  const text = await readOrMake(dataDir, name, make)
  try {
    return parseNoteSigner(text, kind)
  } catch (error) {
    throw new StartupError(`${join(dataDir, name)} is wrong: ${errorLine(error)}`)
  }
}

/** The identities that open the vault: as configured, else those of `vault.key`, made once under the data folder. */
export function vaultKeySource(config: Pick<Config, 'vaultKey' | 'dataDir'>): VaultKeySource {
  const { vaultKey, dataDir } = config
  if (vaultKey && 'text' in vaultKey) {
    return { name: 'VAULT_KEY', read: () => parseOrExplain('VAULT_KEY', vaultKey.text), own: null }
  }
  if (vaultKey) {
    const name = `VAULT_KEY_FILE ${vaultKey.file}`
    return { name, read: () => readKeyFile(name, vaultKey.file), own: null }
  }
  const path = join(dataDir, 'vault.key')
  return {
    name: path,
    async read() {
      try {
        return await readKeyFile(path, path)
      } catch (error) {
        if (error instanceof NoKeyFile) return null
        throw error
      }
    },
    own: {
      add: () => addToKeyFile(path),
      remove: async (recipients) =>
        replaceKeyFile(path, await withoutAgeKeys(await readFile(path, 'utf8'), recipients)),
    },
  }
}

class NoKeyFile extends StartupError {}

async function readKeyFile(name: string, path: string): Promise<AgeKey[]> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    const line = `${name} cannot be read: ${errorLine(error)}`
    throw errorCode(error) === 'ENOENT' ? new NoKeyFile(line) : new StartupError(line)
  }
  return parseOrExplain(name, text)
}

async function parseOrExplain(name: string, text: string): Promise<AgeKey[]> {
  try {
    return await parseAgeKeys(text)
  } catch (error) {
    // never the key itself
    throw new StartupError(
      `${name} is wrong: it should be an age identity (AGE-SECRET-KEY-1…) as age-keygen writes it, but has ${errorLine(error)}.`,
    )
  }
}

/** Makes a key and puts it before the others; the first one never takes the place of a file that is there. */
async function addToKeyFile(path: string): Promise<AgeKey> {
  const key = await generateAgeKey()
  const text = formatAgeKey(key, new Date())
  const older = await readFile(path, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  })
  if (older !== null) {
    await replaceKeyFile(path, text + older)
    return key
  }
  try {
    await writeFile(path, text, { mode: PRIVATE, flag: 'wx', flush: true })
  } catch (error) {
    throw new StartupError(`${path} cannot be written: ${errorLine(error)}`)
  }
  return key
}

/** A power cut leaves the former text or the new one, never less. */
async function replaceKeyFile(path: string, text: string): Promise<void> {
  const unfinished = `${path}.new`
  await writeFile(unfinished, text, { mode: PRIVATE, flush: true })
  await rename(unfinished, path)
  await syncFolder(dirname(path))
}
