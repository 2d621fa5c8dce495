// Makes hostile files: `node test/hostile-files/hostile-files.ts FOLDER` writes them for manual tests.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { activeFiles } from './active.ts'
import { bombs } from './bombs.ts'
import { brokenFiles } from './broken.ts'
import { leavingFiles } from './leaving.ts'
import { hostileNames, polyglots } from './polyglots.ts'
import type { HostileFile } from './types.ts'

/** All hostile files with the expected response. Each is generated on use. */
export const hostileFiles: readonly HostileFile[] = [
  ...brokenFiles,
  ...bombs,
  ...activeFiles,
  ...leavingFiles,
  ...polyglots,
  ...hostileNames,
]

/** A file's name in the folder. */
function storedName(file: HostileFile): string {
  const number = String(hostileFiles.indexOf(file) + 1).padStart(3, '0')
  return `${number} ${file.name.replaceAll(/[^\w .,-]/g, '_')}.pdf`
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (!folder) {
    console.error('Name the folder to write the files to.')
    process.exit(1)
  }
  await mkdir(folder, { recursive: true })
  for (const file of hostileFiles) await writeFile(join(folder, storedName(file)), file.make())
  console.log(`${hostileFiles.length} files in ${folder}`)
}
