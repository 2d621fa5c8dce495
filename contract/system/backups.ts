import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant, plainNumber } from '#contract/ids.ts'

const tag = 'System'

const wholeFrom = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most}`
  return z.number(message).int(message).min(least, message).max(most, message)
}

const settingsWith = <N extends z.ZodType<number>>(number: (given: z.ZodType<number>) => N) =>
  z.object({
    enabled: z.boolean(),
    /** Of the day in Sydney. */
    hour: number(wholeFrom(0, 23)),
    /** How many days and weeks keep their newest archive. */
    keepDaily: number(wholeFrom(1, 90)),
    keepWeekly: number(wholeFrom(0, 104)),
  })

export const backupSettings = settingsWith((given) => given)
export type BackupSettings = z.output<typeof backupSettings>
/** The same as a form has them: numbers are typed. */
export const typedBackupSettings = settingsWith((given) => plainNumber(given))

export const backup = z.object({
  id: z.number(),
  archive: z.string(),
  /** Made by the schedule, not by a person. */
  scheduled: z.boolean(),
  startedAt: instant,
  finishedAt: instant.nullable(),
  failure: z.string().nullable(),
  bytes: z.number().nullable(),
  rows: z.number().nullable(),
  files: z.number().nullable(),
  /** null: no drill has restored it. */
  drill: z
    .object({
      at: instant,
      /** null: it passed. */
      failure: z.string().nullable(),
      /** What it compared, one sentence each. */
      checks: z.array(z.string()),
    })
    .nullable(),
})
export type Backup = z.output<typeof backup>

export const getBackups = endpoint('GET /api/backups', {
  tag,
  summary: 'Where archives go, and the last ones with their drills, newest first',
  access: 'admin_area.read',
  returns: z.object({
    /** null: BACKUP_RECIPIENT is set, so that archives are made. */
    refusal: z.string().nullable(),
    /** For people: a folder or bucket. */
    store: z.string(),
    /** Why a person should look; null: all is well. */
    concern: z.string().nullable(),
    backups: z.array(backup),
  }),
})

export const startBackup = endpoint('POST /api/backups', {
  tag,
  summary: 'Makes a backup now, in the background',
  access: 'backups.write',
  returns: z.object({ started: z.literal(true) }),
})

export const getBackupSettings = endpoint('GET /api/backups/settings', {
  tag,
  summary: 'When backups are made, and how many are kept',
  access: 'admin_area.read',
  returns: backupSettings,
})

export const updateBackupSettings = endpoint('PATCH /api/backups/settings', {
  tag,
  summary: 'Changes when backups are made, and how many are kept',
  access: 'backups.write',
  body: backupSettings.partial(),
  returns: backupSettings,
  edits: { subject: 'backup_settings', fields: 'all' },
})

const vendorFinding = z.object({
  /** For people. */
  vendor: z.string(),
  listed: z.number(),
  /** Calls of the backup that it named. */
  matched: z.number(),
  /** Calls that were not in the backup. */
  added: z.number(),
  /** Numbers on hold, because the choices in the call are not known. */
  held: z.number(),
  problem: z.string().nullable(),
})

/** A backup was restored, and nothing is dialled until a person has resumed the calls. */
export const restoreStatus = z.object({
  archive: z.string(),
  snapshotAt: instant,
  restoredAt: instant,
  /** When all vendors had reported their calls since the snapshot; null: not yet. */
  reconciledAt: instant.nullable(),
  lookedAt: instant.nullable(),
  vendors: z.array(vendorFinding),
  /** Calls that waited for their dial in the backup: they end as unknown unless a vendor has them. */
  doubtfulCalls: z.number(),
  /** Messages that waited in the backup: staff may send them again. */
  doubtfulMessages: z.number(),
  /** Why calls cannot be resumed now; null: they can. */
  refusal: z.string().nullable(),
})
export type RestoreStatus = z.output<typeof restoreStatus>

export const getRestore = endpoint('GET /api/backups/restore', {
  tag,
  summary: 'The restored backup that keeps calls stopped, if there is one',
  access: 'admin_area.read',
  returns: z.object({ held: restoreStatus.nullable() }),
})

export const resumeCalls = endpoint('POST /api/backups/restore/resume', {
  tag,
  summary: 'Lets calls start again after a restore',
  access: 'backups.write',
  returns: z.object({ held: restoreStatus.nullable() }),
})
