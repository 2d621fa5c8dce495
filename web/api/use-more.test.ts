import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { PATIENCE } from '#test/patience.ts'
import { type ListState, type MoreWish, stepOf } from './use-more.ts'

const list: ListState = { question: 'brokers', pages: 1, failures: 0, isIdle: true, hasMore: true }
const wish: MoreWish = { question: 'brokers', pages: 1, failures: 0 }

// Covers: console-toasts-26
it('more of a list is asked for when a refresh has ended', () => {
  expect(stepOf(wish, { ...list, isIdle: false })).toBe('wait')
  expect(stepOf(wish, list)).toBe('fetch')
})

it.each([
  ['it is there', { pages: 2 }],
  ['it has failed', { failures: 1 }],
  ['there is no more', { hasMore: false }],
  ['another question is asked', { question: 'brokers in NSW', isIdle: false }],
])('more of a list is no longer wanted when %s', (_when, change) => {
  expect(stepOf(wish, { ...list, ...change })).toBe('over')
})

// Covers: console-toasts-26
it('a page that a live refresh has ended is asked for again after it', async () => {
  const client = new QueryClient()
  let isSlow = false
  const asked: number[] = []
  const options = {
    queryKey: ['brokers'],
    queryFn: async ({ pageParam, signal }: { pageParam: number; signal: AbortSignal }) => {
      asked.push(pageParam)
      if (isSlow) await new Promise((_, reject) => signal.addEventListener('abort', reject))
      return pageParam
    },
    initialPageParam: 1,
    getNextPageParam: (last: number) => last + 1,
  }
  const observer = new InfiniteQueryObserver(client, options)
  const state = (): ListState => {
    const { data, errorUpdateCount, fetchStatus, hasNextPage } = observer.getCurrentResult()
    const loaded = { pages: data?.pages.length ?? 0, failures: errorUpdateCount }
    return { question: 'brokers', ...loaded, isIdle: fetchStatus === 'idle', hasMore: hasNextPage }
  }
  const stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(state()).toMatchObject({ pages: 1, isIdle: true }), PATIENCE)

  isSlow = true
  void observer.fetchNextPage()
  await vi.waitFor(() => expect(asked).toEqual([1, 2]), PATIENCE)
  isSlow = false
  void client.invalidateQueries({ queryKey: ['brokers'] })
  expect(stepOf(wish, state())).toBe('wait')
  await vi.waitFor(() => expect(stepOf(wish, state())).toBe('fetch'), PATIENCE)
  await observer.fetchNextPage()
  expect(stepOf(wish, state())).toBe('over')
  expect(state().pages).toBe(2)
  stop()
})
