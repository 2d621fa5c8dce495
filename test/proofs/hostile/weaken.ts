// Loads the product with weakened guards, each of which is active on request. The sources are not changed.

import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { type Planted, plant } from '../../mutations/plant.ts'
import type { Weakening } from './weakenings.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

let active: number | null = null

/** Activates one weakening by its index; null: none. */
export function activate(index: number | null): void {
  active = index
}

/** Must run before the product is imported. @throws where a guard's context is not in its file exactly once */
export function plantWeakenings(weakenings: readonly Weakening[]): void {
  const planted = weakenings.map((weakening, id) => ({ path: weakening.path, fault: faultOf(weakening, id) }))
  const byPath = Map.groupBy(planted, ({ path }) => path)
  Reflect.set(globalThis, '__faults', (id: number) => id === active)
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context)
      const path = url.startsWith('file:') ? fileURLToPath(url).replace(root, '') : ''
      const own = byPath.get(path)
      if (!own) return loaded
      const faults = own.map(({ fault }) => fault)
      return { ...loaded, source: plant(readFileSync(`${root}${path}`, 'utf8'), faults) }
    },
  })
}

function faultOf({ path, guard, instead, what, context }: Weakening, id: number): Planted {
  const source = readFileSync(`${root}${path}`, 'utf8')
  const place = source.indexOf(context)
  if (place < 0 || source.indexOf(context, place + 1) >= 0)
    throw new Error(`${path}: ${context} is not there exactly once`)
  const start = place + context.indexOf(guard)
  const line = source.slice(0, start).split('\n').length
  return {
    ...{ id, start, end: start + guard.length, line, text: instead, what },
    ...{ atLoad: false, startsStatement: false },
  }
}
