// Long proof of the inputs: requests of every kind, from every kind of sender, to every endpoint of a running server
// with the demo world and its workers. Each response matches the API description, and all data can still be read
// afterwards. Run: node test/proofs/fuzz.proof.ts [requests] [seed]
import { generateX25519Identity } from 'age-encryption'
import pg from 'pg'
import { demoAccounts, demoBroker } from '#server/modules/accounts/demo-accounts.ts'
import { startDatabase } from '../database.ts'
import { type Accounts, createFuzzClient, type FuzzClient } from '../fuzz/fuzz-client.ts'
import { createFuzzRun } from '../fuzz/fuzz-run.ts'
import { startServer } from '../product/server.ts'

const PROGRESS = 10_000
const LAST_LINES = 40
const ENV = { SESSION_SECRET: 'a-secret-of-the-proof-of-all-the-inputs' }

const [requests = 100_000, seed = Math.floor(Math.random() * 1_000_000)] = process.argv.slice(2).map(Number)
console.log(`${requests} requests, seed ${seed}`)
const database = await startDatabase()
try {
  const urls = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl }
  const env = { ...ENV, ...urls, VAULT_KEY: await generateX25519Identity() }
  const server = await startServer({ env })
  const pool = new pg.Pool({ connectionString: database.ownerUrl })
  const accounts = [...demoAccounts, demoBroker].map((account) => [account.role, account])
  const client = createFuzzClient(server.url, Object.fromEntries(accounts) as Accounts) // one for each role
  try {
    await prove(client, await brokersFor(pool, client))
  } catch (error) {
    // the server's own messages about the failure
    console.log(
      server
        .output()
        .split('\n')
        .filter((line) => line.includes('"level":50'))
        .slice(-LAST_LINES)
        .join('\n'),
    )
    throw error
  } finally {
    client.close()
    await pool.end()
    await server.stop()
  }
} finally {
  await database.stop()
}

async function prove(client: FuzzClient, anotherBroker: () => Promise<void>): Promise<void> {
  const run = await createFuzzRun({ client, seed, anotherBroker })
  const start = performance.now()
  const seconds = () => ((performance.now() - start) / 1000).toFixed(0)
  let told = 0
  await run.send(requests, (done) => {
    if (done - told < PROGRESS) return
    told = done - (done % PROGRESS)
    console.log(`${told} requests answered as described (${seconds()} s)`)
  })
  const read = await run.readEverything()
  const reached = [...run.tally.values()].filter((tally) => [...tally.keys()].some((status) => status < 400))
  console.log(
    `${requests} requests to ${run.tally.size} endpoints, of which ${reached.length} did what was asked of them at least once: ` +
      `all answered as described, and so were ${read} reads afterwards (${seconds()} s, seed ${seed})`,
  )
}

/** Signs in a broker with a new account, which the demo broker's password opens. */
async function brokersFor(pool: pg.Pool, client: FuzzClient): Promise<() => Promise<void>> {
  const { rows } = await pool.query<{ password: string }>(
    'select password from credentials join users on users.id = user_id where email = $1',
    [demoBroker.email],
  )
  let made = 0
  return async () => {
    made += 1
    const email = `petra.quill.${made}@example.com`
    await pool.query(
      `with broker as (
         insert into brokers (name, email, phone, region) values ('Petra Quill', $1, '+61491570156', 'NSW') returning id),
       account as (
         insert into users (email, name, email_verified, broker_id) select $1, 'Petra Quill', true, id from broker returning id)
       insert into credentials (user_id, account_id, provider_id, password) select id, id, 'credential', $2 from account`,
      [email, rows[0]?.password],
    )
    await client.signIn('broker', { email, password: demoBroker.password })
  }
}
