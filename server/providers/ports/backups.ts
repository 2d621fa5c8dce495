import type pg from 'pg'
import type { DatabaseUrls } from '#server/platform/db/migrate.ts'
import type { FileStore } from './files.ts'

/** Where archives of this installation go, and what they are made of. */
export interface BackupPlace {
  /** age recipients whose identities the operator keeps; none: no archives are made. */
  readonly recipients: readonly string[]
  /** A folder or bucket for archives alone. */
  readonly store: FileStore
  /** A connection of its own to the database, for a snapshot that is read for minutes. */
  connect(): Promise<pg.Client>
  /** An empty database for a drill, away from the installation's own. */
  openScratch(): Promise<DatabaseUrls & { stop(): Promise<void> }>
}
