// Started by the tests of the embedded PostgreSQL as a child process that can be killed: prints one line of JSON (the
// result or the error) and runs until its standard input ends.
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
