import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'

const tag = 'Vault'

export const vaultRunKinds = ['rotation', 'integrity', 'restore_test'] as const
export type VaultRunKind = (typeof vaultRunKinds)[number]

export const vaultRun = z.object({
  id: z.number(),
  kind: z.enum(vaultRunKinds),
  status: z.enum(['running', 'done', 'failed']),
  total: z.number(),
  done: z.number(),
  faults: z.number(),
  error: z.string().nullable(),
  startedBy: z.string().nullable(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type VaultRun = z.infer<typeof vaultRun>

export const vaultStatus = z.object({
  /** Where the files are stored, e.g. 'this machine'. */
  store: z.string(),
  files: z.number(),
  /** Of the plain files. */
  bytes: z.number(),
  /** Percent of the stored files that are age files; anything below 100 is an alarm. Null before the first check. */
  encryptedPercent: z.number().nullable(),
  /** Percent encrypted to the current key. */
  currentKeyPercent: z.number(),
  keys: z.array(
    z.object({
      id: z.number(),
      recipient: z.string(),
      createdAt: instant,
      retiredAt: instant.nullable(),
      current: z.boolean(),
      files: z.number(),
    }),
  ),
  /** Whole days since the current key was created. */
  keyAgeDays: z.number(),
  /** Files whose last check found a fault. */
  faults: z.number(),
  /** The earliest last check (or upload) among undamaged files; null without files. */
  verifiedSince: instant.nullable(),
  /** The latest run of each kind. */
  runs: z.object({
    rotation: vaultRun.nullable(),
    integrity: vaultRun.nullable(),
    restoreTest: vaultRun.nullable(),
  }),
  /** Why a new key cannot be created here, e.g. because VAULT_KEY is set from outside; null when it can. */
  rotationRefusal: z.string().nullable(),
})
export type VaultStatus = z.infer<typeof vaultStatus>

export const getVaultStatus = endpoint('GET /api/vault', {
  tag,
  summary: 'State of the document vault: share encrypted, keys and their age, last checks',
  access: 'vault.read',
  returns: vaultStatus,
})

export const startVaultRun = endpoint('POST /api/vault/runs', {
  tag,
  summary:
    'Starts a rotation (a new key, all files re-encrypted), an integrity check or a restore test; 409 while one runs',
  access: 'vault.write',
  body: z.object({ kind: z.enum(vaultRunKinds) }),
  returns: vaultRun,
  status: 202,
})
