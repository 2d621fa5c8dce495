import { useEffect, useMemo, useRef } from 'react'
import { z } from 'zod'
import type { FormTexts } from './form-values.ts'

const PREFIX = 'typed '
const stored = z.record(z.string(), z.string())

interface TypedTexts {
  /** The input from before the page was reloaded. */
  found: () => FormTexts | null
}

/**
 * Keeps the input over a reload. It is written on pagehide and read only after a reload or the browser's Back, so that
 * the next person at a shared computer does not see it.
 */
export function useTypedTexts(name: string, typed: () => FormTexts): TypedTexts {
  const latest = useRef(typed)
  useEffect(() => {
    latest.current = typed
  })
  const key = `${PREFIX}${name}`
  useEffect(() => {
    const write = (): void => {
      const texts = latest.current()
      try {
        if (Object.keys(texts).length === 0) sessionStorage.removeItem(key)
        else sessionStorage.setItem(key, JSON.stringify(texts))
      } catch {
        // no storage: the browser confirms before the page is left
      }
    }
    window.addEventListener('pagehide', write)
    return () => window.removeEventListener('pagehide', write)
  }, [key])
  return useMemo(() => ({ found: () => take(key) }), [key])
}

function take(key: string): FormTexts | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[] // of that type
    if (text === null || navigation?.type === 'navigate') return null
    return stored.safeParse(JSON.parse(text)).data ?? null
  } catch {
    // no storage, or nothing that this page wrote
    return null
  }
}
