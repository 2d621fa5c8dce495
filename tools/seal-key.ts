// `npm run seal-key NAME`: prints a new private key of the transparency log, for SEAL_KEY.
import { generateNoteKey } from '#server/platform/tlog/signed-note.ts'

const [name = ''] = process.argv.slice(2)
if (/^[^+\s]+$/.test(name)) console.log(generateNoteKey(name, 'note'))
else {
  console.error('Give the name of the log: its host and path, e.g. npm run seal-key broker.example/log')
  process.exitCode = 1
}
