// Checks that the code has the structure in docs/architecture.md. Each rule names the alternative.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { readMigrations } from '../server/platform/db/migrate.ts'
import { checkCircles } from './structure/circles.ts'
import { checkCoverage } from './structure/coverage.ts'
import { checkDecisions, checkRegister } from './structure/decisions.ts'
import { checkEvents } from './structure/events.ts'
import { checkFiles } from './structure/files.ts'
import { checkHazards, checkPackages } from './structure/hazards.ts'
import { checkImports } from './structure/imports.ts'
import { checkMigrations } from './structure/migrations.ts'
import { checkFolders, checkModuleFiles } from './structure/rooms.ts'
import { checkSecurity } from './structure/security.ts'
import { sourceFiles } from './structure/sources.ts'
import { checkTimers } from './structure/timers.ts'
import { checkWords } from './structure/words.ts'
import { checkWrites } from './structure/writes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = sourceFiles(root)
const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8')
const chapters = globSync('docs/security/asvs/*.md', { cwd: root }).map((path) => ({
  path,
  text: read(path),
}))
const { dependencies, devDependencies } = packageJson
const problems = [
  ...checkFiles(files),
  ...checkModuleFiles(files),
  ...checkFolders(files),
  ...checkImports(files),
  ...checkCircles(files),
  ...checkEvents(files),
  ...checkTimers(files),
  ...checkMigrations(await readMigrations(), read('server/migrations/checksums.txt')),
  ...checkCoverage(read('docs/requirements.md'), read('docs/coverage.md'), files),
  ...checkHazards(files),
  ...checkWords(files),
  ...checkWrites(files, read('server/schema.gen.ts')),
  ...checkDecisions(files, read('server/schema.gen.ts')),
  ...checkRegister(files, read('docs/requirements.md'), read('tools/structure/decision-rules.txt')),
  ...checkPackages(JSON.parse(read('package-lock.json')), { ...dependencies, ...devDependencies }),
  ...checkSecurity(
    { items: read('docs/security/asvs/items.txt'), overview: read('docs/security.md'), chapters },
    files,
    (path) => existsSync(`${root}${path}`),
  ),
]
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems of structure`)
process.exitCode = problems.length > 0 ? 1 : 0
