// Checks that the code keeps the shape that docs/architecture.md draws. Each rule says what to do instead.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkCircles } from './structure/circles.ts'
import { checkCoverage } from './structure/coverage.ts'
import { checkEvents } from './structure/events.ts'
import { checkFiles } from './structure/files.ts'
import { checkImports } from './structure/imports.ts'
import { checkFolders, checkModuleFiles } from './structure/rooms.ts'
import { sourceFiles } from './structure/sources.ts'
import { checkTimers } from './structure/timers.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = sourceFiles(root)
const problems = [
  ...checkFiles(files),
  ...checkModuleFiles(files),
  ...checkFolders(files),
  ...checkImports(files),
  ...checkCircles(files),
  ...checkEvents(files),
  ...checkTimers(files),
  ...checkCoverage(readFileSync(`${root}docs/coverage.md`, 'utf8'), files),
]
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems of structure`)
process.exitCode = problems.length > 0 ? 1 : 0
