import { createHash } from 'node:crypto'
import { nameOf, type SourceFile } from './sources.ts'

const LIST = 'server/migrations/checksums.txt'

/**
 * An installation remembers each migration that it applied, to the letter, and does not start with one that was changed
 * since. So a migration's checksum is written down with it, and from then on its file stays as it is.
 * @param list as sha256sum writes it: a line of checksum, two spaces and name for each
 */
export function checkMigrations(migrations: readonly SourceFile[], list: string): string[] {
  const lines = list.split('\n').filter(Boolean)
  const listed = new Map(lines.map((line) => [line.slice(line.indexOf('  ') + 2), line]))
  const names = migrations.map(({ path }) => nameOf(path))
  return [
    ...migrations.flatMap(({ path, text }) => {
      const name = nameOf(path)
      const line = `${createHash('sha256').update(text).digest('hex')}  ${name}`
      const known = listed.get(name)
      if (known === line) return []
      return known
        ? `${path}: was changed, and no installation that has applied it would start; restore it, and write what has to change into a new migration`
        : `${path}: has no line in ${LIST}; once the file is finished, add: ${line}`
    }),
    ...[...listed.keys()]
      .filter((name) => !names.includes(name))
      .map((name) => `${LIST}: ${name} is gone; installations that have applied it do not start without it`),
  ]
}
