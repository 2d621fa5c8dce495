import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, errorLine, StartupError } from './platform/startup-error.ts'

const PRIVATE = 0o600

/** The secret that signs cookies and links: as configured, else generated once under the data folder. */
export async function sessionSecret(configured: string | null, dataDir: string): Promise<string> {
  if (configured) return configured
  const path = join(dataDir, 'session.secret')
  try {
    await writeFile(path, randomBytes(48).toString('base64url'), { mode: PRIVATE, flag: 'wx' })
  } catch (error) {
    if (errorCode(error) !== 'EEXIST')
      throw new StartupError(`DATA_DIR ${dataDir} cannot be written to: ${errorLine(error)}`)
  }
  return (await readFile(path, 'utf8')).trim()
}
