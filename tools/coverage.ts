// `npm run coverage`: writes docs/coverage.md from docs/requirements.md and the comments of the tests.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { coverageOf } from './structure/coverage.ts'
import { sourceFiles } from './structure/sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const { text, problems } = coverageOf(readFileSync(`${root}docs/requirements.md`, 'utf8'), sourceFiles(root))
for (const problem of problems) console.error(problem)
writeFileSync(`${root}docs/coverage.md`, text)
process.exitCode = problems.length > 0 ? 1 : 0
