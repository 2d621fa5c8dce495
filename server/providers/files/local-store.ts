import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, type Dirent } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode, errorLine, StartupError } from '#server/platform/startup-error.ts'
import { checkName, FileMissingError, type FileStore, type StoredFile } from '../ports/files.ts'

const PRIVATE_FOLDER = 0o700
const PRIVATE_FILE = 0o600
/** Ending of a file that is still being written. */
const UNFINISHED = '.part'

/** Files in one folder, for an installation on one machine or on a shared disk. */
export function createLocalStore(folder: string): FileStore {
  return {
    name: 'this machine',
    put: (name, content) => put(folder, checkName(name), content),
    async get(name) {
      try {
        // A stream by path closes its file at the end or when destroyed. A FileHandle that is never closed ends the
        // process.
        const stream = createReadStream(join(folder, checkName(name)))
        await once(stream, 'open')
        return stream
      } catch (error) {
        if (errorCode(error) === 'ENOENT') throw new FileMissingError(`${name} is not in the store`)
        throw error
      }
    },
    remove: (name) => rm(join(folder, checkName(name)), { force: true }),
    list: () => list(folder),
    tidy: (before) => tidy(folder, before),
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
      } catch (error) {
        throw new StartupError(`The folder ${folder} cannot be created: ${errorLine(error)}`)
      }
    },
  }
}

/** Writes a temporary file in the same folder, syncs it to disk, then renames it. */
async function put(folder: string, name: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER })
  const unfinished = join(folder, `${name}.${randomBytes(6).toString('hex')}${UNFINISHED}`)
  const file = await open(unfinished, 'wx', PRIVATE_FILE)
  try {
    try {
      for await (const chunk of content) await writeAll(file, chunk)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(unfinished, join(folder, name))
    await syncFolder(folder)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; ) {
    written += (await file.write(chunk, written)).bytesWritten
  }
}

/** So that the new name too survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows opens no folders; its file systems keep names in their journal
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile())
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

async function* list(folder: string): AsyncGenerator<StoredFile> {
  for (const { name } of await entriesOf(folder)) {
    if (!name.endsWith('.age')) continue
    const facts = await statOrNull(join(folder, name))
    if (facts) yield { name, bytes: facts.size, storedAt: facts.mtime }
  }
}

async function tidy(folder: string, before: Date): Promise<void> {
  for (const { name } of await entriesOf(folder)) {
    if (!name.endsWith(UNFINISHED)) continue
    const facts = await statOrNull(join(folder, name))
    if (facts && facts.mtime < before) await rm(join(folder, name), { force: true })
  }
}

/** null for a file that was removed while the folder was read. */
async function statOrNull(path: string): Promise<{ size: number; mtime: Date } | null> {
  try {
    return await stat(path)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
