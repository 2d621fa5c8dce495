// Checks that the code keeps the shape that docs/architecture.md draws. Each rule says what to do instead.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { checkCoverage } from './structure/coverage.ts'
import { checkFiles } from './structure/files.ts'
import { checkImports } from './structure/imports.ts'
import { sourceFiles } from './structure/sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = sourceFiles(root)
const problems = [
  ...checkFiles(files),
  ...checkImports(files),
  ...checkCoverage(readFileSync(`${root}docs/coverage.md`, 'utf8'), files),
]
for (const problem of problems) console.error(problem)
console.log(`${files.length} files, ${problems.length} problems of structure`)
process.exitCode = problems.length > 0 ? 1 : 0
