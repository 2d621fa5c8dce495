// Shows that webhooks deliver 100,000 events to a target that fails 30% of the attempts and hangs in 5%, while processes are
// killed three times: each at least once with the same id and body, signed, none lost. Then the throughput next to bare POSTs
// in the same run. Retries wait 200 ms and attempts end after a second here, instead of up to four hours and 15 seconds.
// Run: node test/proofs/webhooks.proof.ts [events] [seed]; needs npm run build

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { status, webhookReceiver } from '../doubles/webhook-receiver.ts'
import { createTestApp } from '../test-app.ts'
import { webhookWorker } from '../worlds/webhooks-world.ts'
import { barePosts, figuresOf, prepareStorm, waitingOf } from './webhook-storm.ts'

const KILLS = [0.2, 0.45, 0.7]
const PROCESSES = 2
const LANES = 10
const options = { timeoutMs: 1000, delaysMs: [200], leaseMs: 10_000, lanes: LANES }
const LOOK_MS = 500

/** A process that delivers until it is killed. */
async function work(databaseUrl: string): Promise<void> {
  const app = await createTestApp({ databaseUrl, pages: await loadPages() })
  webhookWorker(app, options).start()
}

function startProcess(databaseUrl: string): ChildProcess {
  return spawn(process.execPath, [fileURLToPath(import.meta.url), 'work', databaseUrl], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

async function prove(events: number, seed: number): Promise<boolean> {
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-proof-'))
  const postgres = await startEmbedded({ dataDir, settings: { fsync: 'off' } })
  const processes: ChildProcess[] = []
  try {
    await migrate(postgres)
    const receiver = await webhookReceiver()
    const app = await createTestApp({ databaseUrl: postgres.url, pages: await loadPages() })
    const storm = await prepareStorm(app, receiver, { events, seed })
    const begin = performance.now()
    for (let count = 0; count < PROCESSES; count++) processes.push(startProcess(postgres.url))
    let kills = 0
    for (let waiting = events; waiting > 0; waiting = await waitingOf(app)) {
      if (1 - waiting / events >= (KILLS[kills] ?? 2)) {
        processes[kills % PROCESSES]?.kill('SIGKILL')
        processes[kills % PROCESSES] = startProcess(postgres.url)
        kills += 1
      }
      // one whose start failed, e.g. because the machine is busy
      for (const [at, child] of processes.entries())
        if (child.exitCode !== null) processes[at] = startProcess(postgres.url)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    const seconds = (performance.now() - begin) / 1000
    for (const child of processes) child.kill('SIGKILL')
    const { lost, repeated, faults } = await figuresOf(app, storm)
    console.log(
      `${events} events, ${storm.attempts} attempts, ${kills} kills, seed ${seed}: ${lost} lost, ${repeated} accepted more than once, ${faults.length} faults (${seconds.toFixed(0)} s)`,
    )
    for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
    await compare()
    await receiver.close()
    await app.close()
    return lost === 0 && faults.length === 0 && kills === KILLS.length

    /** A target that accepts everything, by one process: first webhooks, then bare POSTs of as many lanes. */
    async function compare(): Promise<void> {
      const size = Math.min(events, 10_000)
      const calm = await prepareStorm(app, receiver, { events: size, seed })
      receiver.answer = (response) => {
        receiver.received.length = 0
        status(204)(response, receiver.received[0] as never, response.req)
      }
      const worker = webhookWorker(app, options)
      const from = performance.now()
      worker.start()
      while ((await waitingOf(app)) > 0) await new Promise((resolve) => setTimeout(resolve, 50))
      const webhooks = size / ((performance.now() - from) / 1000)
      await worker.stop()
      const bare = await barePosts(receiver.url.replace('/events', ''), { posts: size, lanes: LANES })
      console.log(
        `${webhooks.toFixed(0)} events a second to a target that accepts, ${bare.toFixed(0)} bare POSTs a second: ${(webhooks / bare).toFixed(2)} of them (webhook ${calm.endpointId})`,
      )
    }
  } finally {
    for (const child of processes) child.kill('SIGKILL')
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

const [first = '100000', second = '20261130'] = process.argv.slice(2)
if (first === 'work') await work(second)
else process.exitCode = (await prove(Number(first), Number(second))) ? 0 : 1
