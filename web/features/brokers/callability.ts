import { useQueries } from '@tanstack/react-query'
import { createContext, useContext, useMemo } from 'react'
import { type Callability, callability } from '#contract/campaigns/dialling.ts'
import { call } from '#web/api/call.ts'
import { keyOf } from '#web/api/topics.ts'
import { useRead } from '#web/api/use-read.ts'
import type { Tone } from '#web/ui/tone.ts'

export const callabilityTones: Record<Callability['answer'], Tone> = {
  yes: 'green',
  later: 'amber',
  on_hold: 'amber',
  never: 'red',
}

/** 'Callable', 'Not until Wed 25 Nov', 'On hold until reviewed' or 'Not callable'. */
export function namedCallability({ answer, label }: Pick<Callability, 'answer' | 'label'>): string {
  if (answer === 'yes') return 'Callable'
  if (answer === 'never') return 'Not callable'
  return label.replace(/^No /, 'Not ')
}

/** As many as a page of the list has. */
const PAGE = 100
/** Milliseconds between polls: hours start and end by time alone, which the live stream does not announce. */
const AGAIN_MS = 60_000

/**
 * Whether the brokers on screen may be called, requested a page at a time; those without a response yet are missing.
 */
export function useCallabilities(ids: readonly number[]): ReadonlyMap<number, Callability> {
  const pages = useMemo(
    () =>
      Array.from({ length: Math.ceil(ids.length / PAGE) }, (_, at) => ids.slice(at * PAGE, (at + 1) * PAGE)),
    [ids],
  )
  return useQueries({
    queries: pages.map((page) => {
      const query = { ids: page.join(',') }
      return {
        queryKey: keyOf(callability, undefined, query),
        queryFn: ({ signal }: { signal: AbortSignal }) => call(callability, { query, signal }),
        refetchInterval: AGAIN_MS,
      }
    }),
    combine: byBroker,
  })
}

/** The same function every time: the map stays the same while no answer changes. */
const byBroker = (
  results: readonly { data?: readonly Callability[] | undefined }[],
): ReadonlyMap<number, Callability> =>
  new Map(results.flatMap(({ data = [] }) => data.map((each) => [each.brokerId, each])))

export const useCallabilityRead = (id: number) =>
  useRead(callability, { query: { ids: String(id) } }, { refetchInterval: AGAIN_MS })

/** Of one broker, on any screen. */
export function useOneCallability(id: number): Callability | undefined {
  const { data } = useCallabilityRead(id)
  return data?.find(({ brokerId }) => brokerId === id)
}

export const CallabilityContext = createContext<ReadonlyMap<number, Callability>>(new Map())

/** Of a broker in a list that provides the context. */
export const useCallability = (id: number): Callability | undefined => useContext(CallabilityContext).get(id)
