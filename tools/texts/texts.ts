// `npm run texts [word …]`: every sentence that a person reads on a screen, in a mail, an SMS, a call or a response of
// the API, with its source position; with words, only those that contain one of them. For a proofread before a release.
import { fileURLToPath } from 'node:url'
import { isProduct, sourceFiles } from '../structure/sources.ts'
import { textsOf } from './texts-of.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const wanted = process.argv.slice(2).map((word) => word.toLowerCase())

const texts = sourceFiles(root)
  .filter(({ path }) => isProduct(path) && !/^server\/(platform\/db|demo)\//.test(path))
  .flatMap((file) => textsOf(file))
  .filter(({ text }) => wanted.length === 0 || wanted.some((word) => text.toLowerCase().includes(word)))

let file = ''
for (const { path, line, text } of texts) {
  if (path !== file) console.log(`\n${path}`)
  file = path
  console.log(`  ${String(line).padStart(3)}  ${text}`)
}
console.log(`\n${texts.length} texts`)
