// Started by the tests of the embedded PostgreSQL as a process of its own that can be killed:
// prints one line of JSON (what it got, or why not) and runs until its standard input ends.
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'

const [dataDir = ''] = process.argv.slice(2)
const say = (line: unknown): void => console.log(JSON.stringify(line))

try {
  const server = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  say({ url: server.url, ownerUrl: server.ownerUrl, takenOver: server.takenOver })
  process.stdin.on('end', () => server.stop()).resume()
} catch (error) {
  say({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
  process.exitCode = 1
}
