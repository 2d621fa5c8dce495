// Set-up of the tests on sources with faults: which one is tried, or which are reached by the tests of a file.
import { appendFileSync, readFileSync } from 'node:fs'
import { afterAll, expect } from 'vitest'

declare global {
  var __faults: ((id: number) => boolean) | undefined
}

/** More checks than any test makes: a loop that a fault made endless. */
const ENDLESS = 3_000_000

const folder = process.env.MUTATIONS ?? ''
const active = readFileSync(`${folder}/active`, 'utf8')
const reached = new Set<number>()
const tried = Number(active)
let asked = 0
globalThis.__faults =
  active === 'all'
    ? (id) => {
        reached.add(id)
        return false
      }
    : (id) => {
        if (id !== tried) return false
        asked += 1
        if (asked > ENDLESS) throw new Error('this fault makes a loop endless')
        return true
      }

afterAll(() => {
  const line = { test: expect.getState().testPath, ids: [...reached] }
  if (active === 'all') appendFileSync(`${folder}/reached`, `${JSON.stringify(line)}\n`)
})
