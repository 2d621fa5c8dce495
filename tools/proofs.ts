// `npm run proofs [name …]`: the long proofs in test/proofs; each file begins with its claim.
import { runAll } from './run-all.ts'

process.exitCode = runAll('test/proofs/*.proof.ts', process.argv.slice(2))
