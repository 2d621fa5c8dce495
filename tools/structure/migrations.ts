import type { Migration } from '../../server/platform/db/migrate.ts'

const FOLDER = 'server/migrations'
const LIST = `${FOLDER}/checksums.txt`

/**
 * An installation does not start with a migration that was changed after it was applied. So each has its checksum written
 * down, and from then on its file stays as it is.
 * @param list as sha256sum writes it: a line of checksum, two spaces and name for each
 */
export function checkMigrations(
  migrations: readonly Pick<Migration, 'name' | 'checksum'>[],
  list: string,
): string[] {
  const written = new Map(
    list
      .split('\n')
      .filter(Boolean)
      .map((line) => {
        const [checksum = '', name = ''] = line.split('  ')
        return [name, checksum]
      }),
  )
  const names = new Set(migrations.map(({ name }) => name))
  return [
    ...migrations
      .filter(({ name, checksum }) => written.get(name) !== checksum)
      .map(({ name, checksum }) =>
        written.has(name)
          ? `${FOLDER}/${name}: was changed, and installations that have applied it no longer start; restore it, and write what has to change into a new migration`
          : `${FOLDER}/${name}: has no line in ${LIST}; once the file is finished, add: ${checksum}  ${name}`,
      ),
    ...[...written.keys()]
      .filter((name) => !names.has(name))
      .map(
        (name) =>
          `${FOLDER}/${name}: is gone, and installations that have applied it no longer start; restore it`,
      ),
  ]
}
