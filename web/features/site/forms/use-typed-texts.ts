import { useEffect, useMemo, useRef } from 'react'
import { z } from 'zod'
import type { FormTexts } from './form-values.ts'

const PREFIX = 'typed '
const stored = z.record(z.string(), z.string())

interface TypedTexts {
  /** What was typed before this page was reloaded. */
  found: () => FormTexts | null
}

/**
 * Keeps what is typed over a reload. It is written when the page goes and read only by a reload or the browser's Back,
 * so that the next person at a shared computer does not find it.
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
        // no storage: the browser asks before the page is left
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
