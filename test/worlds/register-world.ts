import type { Register } from '#contract/surveillance/registers.ts'
import { type RegisterCells, registerFile } from '#server/demo/register-files.ts'
import { checkSnapshot } from '#server/modules/surveillance/checks/check-snapshot.ts'
import { checkAllRun } from '#server/modules/surveillance/checks/run-checks.ts'
import type { TestApp } from '#test/test-app.ts'
import type { Client } from './client.ts'
import { finishRuns } from './runs-world.ts'
import { uploadForm } from './upload-form.ts'

/** Uploads bytes as a register's file. */
export function sendRegister(
  client: Client,
  register: Register,
  bytes: Buffer,
  fields: Record<string, string> = {},
) {
  const path = `/api/surveillance/registers/${register}`
  return client.send('POST', path, undefined, uploadForm(bytes, { filename: `${register}.csv`, fields }))
}

/** Uploads rows, and does the work of a worker: checks the brokers whom the snapshot concerns. */
export async function loadRegister(
  app: TestApp,
  client: Client,
  register: Register,
  rows: readonly RegisterCells[],
) {
  const answer = await sendRegister(client, register, registerFile(register, rows))
  if (answer.statusCode !== 200) throw new Error(answer.body)
  await finishChecks(app)
  return answer.json() as {
    snapshotDate: string
    rows: number
    added: number
    changed: number
    removed: number
  }
}

/** Checks the brokers whom the newest snapshot concerns, and finishes a run over all brokers. */
export async function finishChecks(app: TestApp): Promise<void> {
  const { db } = app.connection
  const newest = await db
    .selectFrom('registerSnapshots')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest) await checkSnapshot(app.ctx(), newest.id)
  await finishRuns(app, checkAllRun)
}
