// What an archive holds, and which archives a version refuses to restore.

import { z } from 'zod'

export const FORMAT = 'brokerline-backup/1'

export const NO_RECIPIENT =
  'BACKUP_RECIPIENT is not set, so no backups are made. Set it to an age public key (age1…) and keep the private key in a safe place. "npm run backup -- new-key FILE" makes both.'

/** Rows that are not kept: the database's own state, and permissions that may have ended since. */
export const LEFT_OUT: readonly string[] = [
  'schema_migrations',
  'table_rights',
  'api_key_secrets',
  'rate_limits',
  'sessions',
  'verifications',
  'worker_signs',
]

const name = z.string().regex(/^[a-z_][a-z0-9_]{0,62}$/)
const recipient = z.string().max(200)

export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  /** Of the product that wrote it. */
  version: z.string().max(50),
  /** When the snapshot was taken. */
  snapshotAt: z.iso.datetime(),
  migrations: z.array(z.object({ name: z.string().max(200), checksum: z.string().max(64) })).min(1),
  tables: z.array(z.object({ name, columns: z.array(name).min(1) })).min(1),
  /** Partitions by month, `call_events_2026_11`. */
  months: z.array(name),
  sequences: z.record(name, z.number().nullable()),
  /** Recipients of the vault that files need: the fingerprints of its keys. */
  vaultKeys: z.array(recipient),
  /** Shows whether another SESSION_SECRET is in use; opens nothing. */
  secretPrint: z.string().max(64),
})
export type Manifest = z.infer<typeof manifestSchema>

const sum = z.object({ bytes: z.number(), sha256: z.string().length(64) })
export type Sum = z.infer<typeof sum>

export const endSchema = z.object({
  /** By the entry's name: `tables/brokers`, `jobs`, `files`. */
  sums: z.record(z.string(), sum),
  rows: z.record(name, z.number()),
  files: z.number(),
  /** Stored names of files that were destroyed, or already missing, while the archive was written. */
  missingFiles: z.array(z.string()),
  /** As in the manifest; a rotation may have added one. */
  vaultKeys: z.array(recipient),
})
export type End = z.infer<typeof endSchema>

export interface KnownMigration {
  name: string
  checksum: string
}

/** Why this version cannot restore such an archive, as the rest of a sentence; null: it can. */
export function whyNotRestorable(
  { version, migrations }: Pick<Manifest, 'version' | 'migrations'>,
  known: readonly KnownMigration[],
): string | null {
  const own = new Map(known.map((migration) => [migration.name, migration.checksum]))
  const newer = migrations.find((migration) => !own.has(migration.name))
  if (newer)
    return `was made by a newer version (${version} with ${newer.name}). Restore it with that version or a later one`
  const changed = migrations.find((migration) => own.get(migration.name) !== migration.checksum)
  if (changed)
    return `was made by another edition of Brokerline: its migration ${changed.name} differs. Restore it with the edition that made it`
  return null
}

/** Whether the vault's files in an archive can be opened, as the rest of a sentence; null: they can. */
export function whyKeyless(needed: readonly string[], held: readonly string[]): string | null {
  const missing = needed.find((each) => !held.includes(each))
  if (!missing) return null
  return `holds files that only the vault key ${missing} opens, and this installation does not have it. Put that key into VAULT_KEY, VAULT_KEY_FILE or DATA_DIR/vault.key`
}

/** A database with its indexes takes at least so many times the bytes of its rows as text. */
const ROWS_FACTOR = 2
const GIB = 1024 ** 3

/** The free bytes of a disk of this machine, and what of an archive goes there. */
export interface Room {
  freeBytes: number
  rows: boolean
  files: boolean
}

/** Whether an archive does not fit on the disk, as the rest of a sentence; null: it does, or that is not known. */
export function whyNoRoom({ sums }: Pick<End, 'sums'>, room: Room | null): string | null {
  if (!room) return null
  const files = sums.files?.bytes ?? 0
  const rows = Object.values(sums).reduce((total, { bytes }) => total + bytes, 0) - files
  const needed = (room.files ? files : 0) + (room.rows ? rows * ROWS_FACTOR : 0)
  if (needed <= room.freeBytes) return null
  const text = (bytes: number): string => (bytes / GIB).toFixed(1)
  return `needs about ${text(needed)} GiB, and DATA_DIR has ${text(room.freeBytes)} GiB free. Free some, or choose another DATA_DIR`
}

/** The archive's file name: sorts by time, fits any store. */
export const archiveName = (at: Date, unique: string): string =>
  `brokerline-${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').toLowerCase()}z-${unique}.age`

const NAME = /^brokerline-(\d{4})(\d\d)(\d\d)t(\d\d)(\d\d)(\d\d)z-[a-z0-9]+\.age$/

/** When an archive was begun, by its name; null: it is none of ours. */
export function archiveTime(name: string): Date | null {
  const [, ...digits] = NAME.exec(name) ?? []
  const [year, month, day, hour, minute, second] = digits.map(Number)
  if (year === undefined || month === undefined) return null
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
}
