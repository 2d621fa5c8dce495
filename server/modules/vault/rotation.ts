import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { encryptStream } from '#server/platform/crypto/age.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { VaultKey } from '#server/providers/files/vault-keys.ts'
import { checkFile, type FetchedFile, withVaultKeys } from './read-file.ts'
import { countBehind, findBehind, newestKeyId, retireUnused } from './rotation.store.ts'
import { countFaulty, type Outcome } from './store.ts'
import { examine, type Sweep } from './sweep.ts'
import { dropStored, newStorageName, watchHead } from './write-file.ts'

/** Encrypts every file anew that another key than the newest one closes, and retires the keys that closed them. */
export const rotation: Sweep = {
  count: async (tx) => countBehind(tx, await newestKeyId(tx)),
  next: async (ctx, _run, after, limit) => findBehind(ctx, await newestKeyId(ctx), after, limit),
  countFaults: async (tx) => countFaulty(tx, await newestKeyId(tx)),
  async prepare(ctx) {
    const key = await ctx.providers.vault.refresh()
    // another worker may have it; that is why the run is tried again before it is given up
    if (key.id !== (await newestKeyId(ctx))) {
      throw new StartupError(
        'A worker was not given the newest key of the vault. Give every process all keys, and restart it.',
      )
    }
    return (row) => examine(ctx, row, (fetched) => encryptAnew(ctx, fetched, key))
  },
  async finish(tx) {
    const retired = await retireUnused(tx, await newestKeyId(tx))
    for (const recipient of retired)
      await audit(tx, { action: 'vault.key_retired', subjectType: 'vault', after: { recipient } })
  },
}

/**
 * From the store through memory into the store, under another name. The row changes over afterwards, and then one of
 * the two files goes; whatever is cut short in between leaves a file that no row tells of, for the clean-up.
 */
async function encryptAnew(ctx: Ctx, fetched: FetchedFile, key: VaultKey): Promise<Outcome | null> {
  const { row } = fetched
  if (row.keyId === key.id) {
    fetched.encrypted.destroy()
    return null
  }
  const storageName = newStorageName()
  const { content } = checkFile(fetched, withVaultKeys(ctx))
  const sent = watchHead(await encryptStream(key.recipient, content))
  try {
    await ctx.providers.files.put(storageName, sent.content)
  } catch (error) {
    await dropStored(ctx, storageName)
    throw error
  }
  return {
    row,
    finding: { fault: null, sealed: sent.sealed() },
    moved: { storageName, keyId: key.id },
  }
}
