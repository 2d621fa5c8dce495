import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { compiled } from '#test/product/server.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

/** Starts the product with these variables and waits until it gives up. */
export async function startInVain(env: Record<string, string>): Promise<Ended> {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    // any port: a server of the developer's own may have the usual one
    env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', ...compiled(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    ended.stdout += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    ended.stderr += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { ...ended, code }
}

export function expectOneLine(ended: Ended, line: RegExp): void {
  expect(ended.stderr.trimEnd()).toMatch(line)
  expect(ended.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(ended.stdout).toBe('')
  expect(ended.code).toBe(1)
}
