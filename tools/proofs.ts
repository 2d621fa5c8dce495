// `npm run proofs [name …]`: the long proofs in tools/proofs, each of which says what it shows.
import { runAll } from './run-all.ts'

process.exitCode = runAll('tools/proofs', process.argv.slice(2))
