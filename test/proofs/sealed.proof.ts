// 10,000 rows are sealed; a Go program that uses golang.org/x/mod/sumdb/tlog and note verifies their export. It finds a
// row that was changed, removed, appended or swapped, and a forked log; its proofs are equal to ours byte for byte; erasing
// 100 people leaves all proofs valid. Skipped without Go. Run: node test/proofs/sealed.proof.ts [rows] [seed]
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { FastifyReply } from 'fastify'
import pino from 'pino'
import type { Pages } from '#contract/microsites/pages.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import type { Ctx } from '#server/ctx.ts'
import { eraseBroker } from '#server/modules/brokers/erase-broker.ts'
import { checkSeals } from '#server/modules/seals/seal-checks.ts'
import { sendSeals } from '#server/modules/seals/seal-export.reply.ts'
import { isSettled, observe, sealNext } from '#server/modules/seals/seal-rows.ts'
import { tileReader } from '#server/modules/seals/tiles.views.ts'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { seeded } from '#server/platform/random.ts'
import { consistencyProof } from '#server/platform/tlog/proofs.ts'
import { executeOn, startDatabase } from '../database.ts'

const ROWS = Number(process.argv[2] ?? 10_000)
const SEED = Number(process.argv[3] ?? 6962)
const PEOPLE = 100
/** Where Debian's golang-golang-x-mod-dev puts the sources. */
const GOPATH = '/usr/share/gocode'

const run = promisify(execFile)
const random = seeded(SEED)
const work = await mkdtemp(join(tmpdir(), 'brokerline-sealed-'))

async function buildVerifier(): Promise<string | null> {
  if (!existsSync(join(GOPATH, 'src/golang.org/x/mod/sumdb/tlog'))) return null
  const verifier = join(work, 'verify')
  const source = fileURLToPath(new URL('sealed/verify.go', import.meta.url))
  const env = { ...process.env, GO111MODULE: 'off', GOPATH, GOCACHE: join(work, 'cache') }
  return run('go', ['build', '-o', verifier, source], { env }).then(
    () => verifier,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null
      throw error
    },
  )
}

const verifier = await buildVerifier()
if (!verifier) {
  await rm(work, { recursive: true, force: true })
  console.log(
    'skipped: Go is not installed. `apt-get install golang-go golang-golang-x-mod-dev` installs what this proof needs.',
  )
  process.exit(0)
}

const database = await startDatabase()
await migrate(database)
const config = readConfig(
  {
    ...{ DATA_DIR: work, DEMO: 'on', RATE_LIMITS: 'off', PORT: '0' },
    VAULT_KEY: (await generateAgeKey()).identity,
  },
  '1.0.0',
)
// no page is rendered here
const app = await buildApp({
  ...{ config, databaseUrl: database.url, secret: 'a secret of the proof, of a good length' },
  ...{ log: pino({ level: 'silent' }), pages: {} as Pages, webFiles: false },
})
let failures = 0

function expectThat(claim: string, isTrue: boolean, detail = ''): void {
  if (!isTrue) failures += 1
  console.log(`${isTrue ? 'yes' : 'NO '}  ${claim}${isTrue ? '' : `: ${detail}`}`)
}

interface Verdict {
  code: number
  output: string
}

async function verify(...args: string[]): Promise<Verdict> {
  const flags = ['-key', app.providers.logSigner?.text ?? '', ...args]
  return run(verifier ?? '', flags, { maxBuffer: 1e8 }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    ({ code, stdout }) => ({ code, output: stdout }),
  )
}

/** A member of staff, without the time that a password takes. */
async function admin(): Promise<Ctx> {
  const email = 'admin@staff.example'
  const { id: userId } = await app.connection.db
    .insertInto('users')
    .values({
      email,
      name: 'Test Admin',
      firstName: 'Test',
      lastName: 'Admin',
      role: 'admin',
      emailVerified: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return app.ctx({ kind: 'staff', userId, role: 'admin', name: 'Test Admin', email, ip: '127.0.0.1' })
}

async function exportOf(ctx: Ctx, selection: { from: string; to: string }): Promise<string> {
  const reply = { type: () => reply, header: () => reply, send: (body: unknown) => body }
  // of a reply, the command calls these three only
  const body = await sendSeals(ctx, selection, reply as unknown as FastifyReply)
  return text(body as unknown as Readable)
}

const sealAll = async (): Promise<void> => {
  const horizon = await observe(app.ctx())
  while (!(await isSettled(app.ctx(), horizon))) await new Promise(setImmediate)
  while ((await sealNext(app.ctx(), horizon)) > 0);
}

async function fill(): Promise<void> {
  const people = Math.max(PEOPLE, Math.round(ROWS / 20))
  await executeOn(
    database.ownerUrl,
    `insert into brokers (name, email, phone, region, timezone, call_basis)
      select 'Person ' || n, 'person.' || n || '@example.com', '+6149157' || lpad(n::text, 4, '0'), 'NSW', 'Australia/Sydney',
        'relationship' from generate_series(1, ${people}) n`,
    `insert into audit_log (actor, action, subject_type, subject_id, after)
      select 'staff@example.com', 'broker.created', 'broker', id::text,
        jsonb_build_object('name', name, 'email', email, 'phone', phone) from brokers`,
    `insert into audit_log (actor, action, subject_type, subject_id, after)
      select 'staff@example.com', 'campaign.changed', 'campaign', n::text, jsonb_build_object('n', n, 'rate', n / 7.0)
      from generate_series(1, ${Math.round(ROWS * 0.55)}) n`,
    `insert into call_decisions (broker_id, verdict, reasons, facts, rules_version, data_versions, judged_at)
      select 1 + n % ${people}, (array['call', 'later', 'never'])[1 + n % 3], '["hours"]',
        jsonb_build_object('brokerId', 1 + n % ${people}, 'place', 'NSW', 'numberDials', '[]'::jsonb), '1', '{}', now()
      from generate_series(1, ${Math.round(ROWS * 0.3)}) n`,
    `insert into suppressions (phone, source, reason)
      select '+6149157' || lpad(n::text, 4, '0'), 'sms_stop', 'Replied STOP to an SMS' from generate_series(1, ${people}) n`,
    `with run as (insert into runs (kind, key, total, state)
        values ('scoring.calculate', '2026-10', 1, 'done') returning id)
      insert into broker_scores (month, broker_id, run_id, scorecard_id, overall, calculated_tier, tier, total_loans, evidence_of,
        compliance, gates, adjusted, points, calculated_at)
      select '2026-10', b.id, run.id, (select min(id) from scorecards), 40 + b.id % 50, 'Neutral', 'Neutral', 4, '{1}', 100, '{}',
        '{1.5}', '{60.25}', now() from run, brokers b`,
  )
}

try {
  const ctx = await admin()
  await fill()
  await sealAll()
  await app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.server.address() as AddressInfo // a TCP listener
  const log = `http://127.0.0.1:${port}/log`
  const checkpoint = async (): Promise<string> => (await fetch(`${log}/checkpoint`)).text()
  const sizeOf = (note: string): number => Number(note.split('\n')[1])
  const before = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const after = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  const save = async (name: string, lines?: readonly string[]): Promise<string> => {
    const path = join(work, name)
    await writeFile(path, lines ? `${lines.join('\n')}\n` : await exportOf(ctx, { from: before, to: after }))
    return path
  }

  const first = await checkpoint()
  const size = sizeOf(first)
  const older = join(work, 'older.txt')
  await writeFile(older, first)
  const original = await save('export.jsonl')
  const whole = await verify('-export', original, '-log', log)
  console.log(whole.output.trim())
  expectThat(`an export of ${size} rows verifies`, whole.code === 0 && size >= ROWS, whole.output)
  expectThat(
    'every inclusion proof is equal to the one that Go computes from the tiles',
    whole.output.includes(`log: ${size} inclusion proofs of the export are equal`),
    whole.output,
  )

  const pairs = Array.from({ length: 400 }, () => {
    const to = 1 + Math.floor(random.next() * size)
    return [1 + Math.floor(random.next() * to), to] as const
  })
  const { output } = await verify('-log', log, '-proofs', pairs.map((pair) => pair.join('-')).join(','))
  const own = await Promise.all(
    pairs.map(async ([old, to]) => {
      const proof = await consistencyProof(tileReader(app.ctx()), old, to)
      return `PROOF ${old}-${to} ${proof.map((hash) => hash.toString('base64')).join(' ')}`
    }),
  )
  expectThat(
    `${pairs.length} consistency proofs are equal in both implementations`,
    output === `${own.join('\n')}\n`,
  )

  const lines = (await readFile(original, 'utf8')).trim().split('\n')
  const [manifest = '', ...rows] = lines
  const at = Math.floor(random.next() * (rows.length - 2))
  const parsed = (index: number) => JSON.parse(rows[index] ?? '{}')
  const [one, two] = [parsed(at), parsed(at + 1)]
  const cases: [string, string[], string][] = [
    [
      'changed',
      rows.with(at, JSON.stringify({ ...one, content: one.content.replace('format', 'formed') })),
      `entry ${at}: the row is not`,
    ],
    ['removed', rows.toSpliced(at, 1), `entry ${at} is missing`],
    ['appended', [...rows, JSON.stringify({ ...one, index: size })], `entry ${size} is not in the log`],
    [
      'swapped',
      rows
        .with(at, JSON.stringify({ ...two, index: one.index, proof: one.proof }))
        .with(at + 1, JSON.stringify({ ...one, index: two.index, proof: two.proof })),
      `entry ${at}: `,
    ],
  ]
  for (const [what, changed, expected] of cases) {
    const verdict = await verify('-export', await save(`${what}.jsonl`, [manifest, ...changed]))
    expectThat(
      `of ${rows.length} rows one ${what} is found`,
      verdict.code === 1 && verdict.output.includes(`FAULT ${expected}`),
      verdict.output,
    )
  }

  // the same in the database: its owner goes past rights and triggers
  const target = Math.floor(ROWS / 3)
  await executeOn(
    database.ownerUrl,
    'alter table audit_log disable trigger user',
    `update audit_log set after = '{"n": 0}' where id = ${target}`,
    `delete from audit_log where id = ${target + 1}`,
    `update audit_log a set after = b.after, subject_id = b.subject_id, at = b.at from audit_log b
      where (a.id, b.id) in ((${target + 2}, ${target + 3}), (${target + 3}, ${target + 2}))`,
  )
  const found = await checkSeals(app.ctx())
  expectThat(
    'the nightly comparison finds the rows changed, removed and swapped in the database',
    found.map(({ kind, rowId }) => `${kind} ${rowId}`).join() ===
      [`changed ${target}`, `removed ${target + 1}`, `changed ${target + 2}`, `changed ${target + 3}`].join(),
    JSON.stringify(found),
  )
  const tampered = await verify('-export', await save('tampered.jsonl'))
  expectThat('an export of that database is refused', tampered.code === 1, tampered.output)
  await executeOn(
    database.ownerUrl,
    `update audit_log set after = jsonb_build_object('n', subject_id::int, 'rate', subject_id::int / 7.0) where id = ${target}`,
    `update audit_log a set after = b.after, subject_id = b.subject_id, at = b.at from audit_log b
      where (a.id, b.id) in ((${target + 2}, ${target + 3}), (${target + 3}, ${target + 2}))`,
    'alter table audit_log enable trigger user',
  )

  for (let id = 1; id <= PEOPLE; id++) await eraseBroker(ctx, id)
  await sealAll()
  const erased = await verify('-export', await save('erased.jsonl'), '-log', log, '-older', older)
  console.log(erased.output.trim())
  const faults = erased.output.split('\n').filter((line) => line.startsWith('FAULT'))
  expectThat(
    `after ${PEOPLE} people were erased every proof is valid, and the log continues the older checkpoint`,
    // the one row that was removed from the database above stays missing
    faults.length === 1 && erased.output.includes(`${sizeOf(await checkpoint())} entries continue`),
    faults.join('\n'),
  )
  const left = await readFile(join(work, 'erased.jsonl'), 'utf8')
  expectThat('no name of theirs is left in the export', !/"Person (\d{1,2}|100)"/.test(left))

  await executeOn(
    database.ownerUrl,
    'delete from sealed_checkpoints; delete from sealed_tiles; delete from sealed_entries',
    'update sealed_log set size = 0; update sealed_sources set last_change = 0',
  )
  await sealAll()
  const forked = await verify('-log', log, '-older', older)
  expectThat(
    'a log that was written anew with the same key is found to be a fork',
    forked.code === 1 && forked.output.includes('it was forked'),
    forked.output,
  )
  console.log(JSON.stringify({ rows: size, seed: SEED, failures }))
} finally {
  await app.close()
  await database.stop()
  await rm(work, { recursive: true, force: true })
}
process.exitCode = failures > 0 ? 1 : 0
