import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createProcesses } from './test-process.ts'

const processes = createProcesses({ cwd: process.cwd(), bin: '/nowhere', temporary: tmpdir() })
const node = (script: string, minutes = 1) =>
  processes.run({ command: [process.execPath, '-e', script], minutes, env: { OWN: 'mine' } })

it('a program is run with its variables, and what it printed is kept together', async () => {
  expect(await node('console.log(process.env.OWN); console.error("and that")')).toEqual({
    ok: true,
    output: 'mine\nand that\n',
  })
  expect(await node('process.exit(3)')).toEqual({ ok: false, output: '' })
})

it('a program that there is not says what to do', async () => {
  const { ok, output } = await processes.run({ command: ['no-such-program'], minutes: 1 })
  expect(ok).toBe(false)
  expect(output).toMatch(/ENOENT\. Run "npm ci" first\.\n$/)
})

it('a program that takes too long is ended, and has not passed', async () => {
  const script =
    'process.on("SIGINT", () => { console.log("ends"); process.exit(0) }); setInterval(() => {}, 1000)'
  const { ok, output } = await node(script, 0.02)
  expect(ok).toBe(false)
  expect(output).toBe('\ntakes longer than 0.02 minutes and is ended\nends\n')
})

it('a signal reaches all that run, and what they have started', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'brokerline-signal-'))
  // each process leaves a file once it runs
  const waits = `require('node:fs').writeFileSync(${JSON.stringify(`${folder}/`)} + process.pid, ''); setInterval(() => {}, 1000)`
  const starts = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(waits)}], { stdio: 'inherit' }); ${waits}`
  const both = [node(waits), node(starts)]
  await expect.poll(() => readdirSync(folder).length, { timeout: 15_000 }).toBe(3)
  processes.signal('SIGTERM')
  // what still held the output open would keep it from ending
  expect(await Promise.all(both)).toEqual([
    { ok: false, output: '' },
    { ok: false, output: '' },
  ])
  rmSync(folder, { recursive: true })
})
