import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { makeQueryClient } from './query-client.ts'
import { refreshTopics } from './topics.ts'

/** A fake server: it captures its state when a request arrives, and responds when the test releases the response. */
function server() {
  let state = 'ringing'
  const answers: (() => void)[] = []
  return {
    change: (now: string) => {
      state = now
    },
    ask: () => {
      const known = state
      return new Promise<string>((answer) => answers.push(() => answer(known)))
    },
    answer: async () => {
      for (const answer of answers.splice(0)) answer()
      await new Promise((settled) => setTimeout(settled))
    },
    asked: () => answers.length,
  }
}

// Covers: http-conventions-18
it.each([
  ['on screen', true],
  ['asked for ahead', false],
])('what changes while a screen is asked for the first time is asked for again: %s', async (_where, isShown) => {
  const { change, ask, answer, asked } = server()
  const client = makeQueryClient()
  const options = { queryKey: ['calls', '/api/calls/:id'], queryFn: ask }
  const shown: unknown[] = []
  if (isShown) new QueryObserver(client, options).subscribe(({ data }) => shown.push(data))
  else void client.prefetchQuery(options)
  change('completed')
  const refreshed = refreshTopics(client, ['calls'])
  expect(asked()).toBe(1)
  await answer()
  if (!isShown) {
    await refreshed
    expect(client.getQueryState(options.queryKey)).toMatchObject({ data: 'ringing', isInvalidated: true })
    return
  }
  expect([shown.at(-1), asked()]).toEqual(['ringing', 1])
  await answer()
  await refreshed
  expect([shown.at(-1), asked()]).toEqual(['completed', 0])
})

it('what is shown already is asked for again at once, and the rest left alone', async () => {
  const { ask, answer, asked } = server()
  const client = makeQueryClient()
  for (const topic of ['calls', 'brokers'])
    new QueryObserver(client, { queryKey: [topic, `/api/${topic}`], queryFn: ask }).subscribe(() => undefined)
  await answer()
  const refreshed = refreshTopics(client, ['calls'])
  expect(asked()).toBe(1)
  await answer()
  await refreshed
  expect(asked()).toBe(0)
})
