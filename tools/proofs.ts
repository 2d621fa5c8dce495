// `npm run proofs [name …]`: the long proofs in test/proofs, each of which says what it shows.
import { runAll } from './run-all.ts'

process.exitCode = runAll('test/proofs/*.proof.ts', process.argv.slice(2))
