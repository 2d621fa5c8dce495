import { useRef } from 'react'

/** Returns the keys added to a list since it first loaded. Pass undefined while it loads. */
export function useArrivals(keys: readonly number[] | undefined): (key: number) => boolean {
  const known = useRef<Set<number> | null>(null)
  const arrived = useRef(new Set<number>())
  if (keys && !known.current) known.current = new Set(keys)
  for (const key of keys ?? []) {
    if (!known.current?.has(key)) arrived.current.add(key)
    known.current?.add(key)
  }
  return (key) => arrived.current.has(key)
}
