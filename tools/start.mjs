// `npm start`: plain JavaScript, so that a Node.js too old for the rest still gets one clear line.
import module from 'node:module'

const NEEDED = 26
const [major] = process.versions.node.split('.').map(Number)
if (major < NEEDED) {
  console.error(
    `Brokerline needs Node.js ${NEEDED}; this is ${process.versions.node}. Run "npm ci" and start with "npm start", which brings it along.`,
  )
  process.exit(1)
}
// the second start need not strip types and compile again
module.enableCompileCache?.()
const { buildWebIfStale } = await import('./build-web.ts')
if (!buildWebIfStale()) {
  console.error('The web bundles could not be built; the reason stands above.')
  process.exit(1)
}
await import('../server/main.ts')
