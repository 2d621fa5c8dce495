import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode, errorLine, StartupError } from '#server/platform/startup-error.ts'
import type { SizedRoot } from '#server/platform/tlog/proofs.ts'
import { EMPTY_ROOT } from '#server/platform/tlog/tree-hashes.ts'
import { syncFolder } from '#server/providers/files/local-store.ts'

const FILE = 'witness-state.json'
const PRIVATE = 0o600
const shape = z.record(z.string(), z.object({ size: z.int().min(0), root: z.base64() }))

/** The last checkpoint that this witness has signed, by the origin of the log; on disk before a signature is given. */
export interface RememberedHeads {
  last(origin: string): SizedRoot
  remember(origin: string, head: SizedRoot): Promise<void>
}

/**
 * @param isNew the key was made just now: there is nothing to remember yet. Otherwise a missing file ends the start,
 * because a witness that has forgotten would sign a forked log. @throws StartupError
 */
export async function openRememberedHeads(dataDir: string, isNew: boolean): Promise<RememberedHeads> {
  const path = join(dataDir, FILE)
  const heads = await readHeads(path, isNew)
  return {
    last(origin) {
      const head = heads[origin]
      return head
        ? { size: head.size, root: Buffer.from(head.root, 'base64') }
        : { size: 0, root: EMPTY_ROOT }
    },
    async remember(origin, { size, root }) {
      const next = { ...heads, [origin]: { size, root: root.toString('base64') } }
      await writeFile(`${path}.new`, `${JSON.stringify(next)}\n`, { mode: PRIVATE, flush: true })
      await rename(`${path}.new`, path)
      await syncFolder(dataDir)
      Object.assign(heads, next)
    },
  }
}

async function readHeads(path: string, isNew: boolean): Promise<z.infer<typeof shape>> {
  try {
    return shape.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && isNew) {
      // before the key: from then on a missing file is a lost memory
      await writeFile(path, '{}\n', { mode: PRIVATE, flush: true })
      return {}
    }
    throw new StartupError(
      `${path} cannot be read: ${errorLine(error)}. A witness without its memory would sign a forked log: restore the file, or delete witness.key to begin as a new witness.`,
    )
  }
}
