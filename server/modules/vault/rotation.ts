import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { encryptStream } from '#server/platform/crypto/age.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { VaultKey } from '#server/providers/files/vault-keys.ts'
import { checkFile, type FetchedFile, withVaultKeys } from './read-file.ts'
import { countOutdated, findOutdated, newestKeyId, retireUnused } from './rotation.store.ts'
import { countFaulty, type Outcome } from './store.ts'
import { examineFile, type Sweep } from './sweep.ts'
import { dropStored, newStorageName, watchHead } from './write-file.ts'

/** Re-encrypts every file that is not encrypted with the newest key, and retires the keys that become unused. */
export const rotation: Sweep = {
  count: async (tx) => countOutdated(tx, await newestKeyId(tx)),
  next: async (ctx, _run, after, limit) => findOutdated(ctx, await newestKeyId(ctx), after, limit),
  countFaults: async (tx) => countFaulty(tx, await newestKeyId(tx)),
  async prepare(ctx) {
    const key = await ctx.providers.vault.refresh()
    // another worker may have the key, so the run is retried before it fails
    if (key.id !== (await newestKeyId(ctx))) {
      throw new StartupError(
        'A worker does not have the vault’s newest key. Give every process all keys and restart it.',
      )
    }
    return (row) => examineFile(ctx, row, (fetched) => reencrypt(ctx, fetched, key))
  },
  async finish(tx) {
    const retired = await retireUnused(tx, await newestKeyId(tx))
    for (const recipient of retired)
      await audit(tx, { action: 'vault.key_retired', subjectType: 'vault', after: { recipient } })
  },
}

/**
 * Streams a file from the store through memory into the store, under a new name. The row is switched afterwards, then
 * one of the two files is removed; an interruption leaves a file without a row, which the clean-up removes.
 */
async function reencrypt(ctx: Ctx, fetched: FetchedFile, key: VaultKey): Promise<Outcome | null> {
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
