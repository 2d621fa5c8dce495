// `npm run bench [name …]`: the measurements in bench, each a ratio against a limit or a peer in the same run.
import { runAll } from './run-all.ts'

process.exitCode = runAll('bench/*.ts', process.argv.slice(2))
