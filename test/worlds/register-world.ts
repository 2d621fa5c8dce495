import type { Register } from '#contract/registers.ts'
import { type RegisterCells, registerFile } from '#server/demo/register-files.ts'
import { checkSnapshot } from '#server/modules/surveillance/checks/check-snapshot.ts'
import { runChecks } from '#server/modules/surveillance/checks/run-checks.ts'
import type { TestApp } from '#test/test-app.ts'
import type { Client } from './client.ts'
import { uploadForm } from './upload-form.ts'

export const representative = (number: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  CRED_REP_NUM: number,
  CRED_LIC_NUM: '990001',
  CRED_REP_NAME: name,
  CRED_REP_START_DT: '01/07/2020',
  CRED_REP_STATE: 'NSW',
  CRED_REP_PCODE: '2000',
  CRED_REP_EDRS: 'AFCA',
  ...cells,
})

export const licensee = (number: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  CRED_LIC_NUM: number,
  CRED_LIC_NAME: name,
  CRED_LIC_START_DT: '01/07/2011',
  CRED_LIC_STATUS: 'APPR',
  CRED_LIC_STATE: 'NSW',
  CRED_LIC_EDRS: 'AFCA',
  ...cells,
})

export const bannedPerson = (document: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  BD_PER_DOC_NUM: document,
  BD_PER_NAME: name,
  BD_PER_TYPE: 'Credit Banned & Disqualified',
  BD_PER_START_DT: '12/03/2024',
  BD_PER_ADD_STATE: 'NSW',
  ...cells,
})

export const bannedOrganisation = (acn: string, name: string, cells: RegisterCells = {}): RegisterCells => ({
  BD_ORG_ACN: acn,
  BD_ORG_NAME: name,
  BD_ORG_TYPE: 'Credit banning',
  BD_ORG_START_DT: '12/03/2024',
  ...cells,
})

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

/** Uploads rows, and does what a worker would: checks whom the snapshot concerns. */
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

/** Checks what the newest snapshot concerns, and goes on with a run of all brokers to its end. */
export async function finishChecks(app: TestApp): Promise<void> {
  const { db } = app.connection
  const newest = await db
    .selectFrom('registerSnapshots')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (newest) await checkSnapshot(app.ctx(), newest.id)
  const runs = await db.selectFrom('complianceRuns').select('id').where('status', '=', 'running').execute()
  for (const { id } of runs) await runChecks(app.ctx(), id)
}
