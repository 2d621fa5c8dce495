import { describe, expect, it } from 'vitest'
import { createPushedAnswers } from './pushed-answers.ts'

const told = (body: unknown) => ({ body, headers: { 'x-total-count': '3' } })

function page() {
  let time = 0
  const pushed = createPushedAnswers(() => time)
  const later = (ms: number): void => {
    time += ms
  }
  return { pushed, later, body: (url: string) => pushed.take(url)?.body ?? null }
}

describe('what came with a change', () => {
  it('answers the question once, with its headers', () => {
    const { pushed } = page()
    pushed.note({ '/api/calls': told([1]) })
    const answer = pushed.take('/api/calls')
    expect([answer?.body, answer?.headers.get('X-Total-Count')]).toEqual([[1], '3'])
    expect([pushed.take('/api/calls'), pushed.take('/api/brokers')]).toEqual([null, null])
  })

  it('is what was told before where that has not changed', () => {
    const { pushed, later, body } = page()
    pushed.note({ '/api/calls': told([1]) })
    expect(body('/api/calls')).toEqual([1])
    later(60_000)
    pushed.note({ '/api/brokers': told([]) })
    expect(body('/api/calls')).toBeNull()
    pushed.note({ '/api/calls': null, '/api/campaigns': null })
    expect([body('/api/calls'), body('/api/campaigns')]).toEqual([[1], null])
  })

  it('is not the answer to a change that came after it without one', () => {
    const { pushed, body } = page()
    pushed.note({ '/api/calls': told([1]) })
    pushed.note({})
    expect(body('/api/calls')).toBeNull()
    pushed.note({ '/api/calls': null })
    expect(body('/api/calls')).toEqual([1])
  })

  it('is old after a second', () => {
    const { pushed, later, body } = page()
    pushed.note({ '/api/calls': told([1]) })
    later(1_001)
    expect(body('/api/calls')).toBeNull()
  })

  it('is forgotten when told to', () => {
    const { pushed, body } = page()
    pushed.note({ '/api/calls': told([1]) })
    pushed.forget()
    pushed.note({ '/api/calls': null })
    expect(body('/api/calls')).toBeNull()
  })

  it('does not grow without end', () => {
    const { pushed, body } = page()
    pushed.note(
      Object.fromEntries(Array.from({ length: 25 }, (_, at) => [`/api/calls/${at + 1}`, told(at + 1)])),
    )
    expect([body('/api/calls/1'), body('/api/calls/2')]).toEqual([null, 2])
  })
})
