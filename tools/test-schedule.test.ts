import { describe, expect, it } from 'vitest'
import { type Outcome, runSchedule, type Scheduled } from './test-schedule.ts'

/** Steps that end when told; says what runs at each moment. */
function stage(steps: readonly Scheduled[], cores: number) {
  const running = new Map<string, (passed: boolean) => void>()
  let stopped = false
  const ended = runSchedule({
    steps,
    cores,
    run: ({ name }) => new Promise<boolean>((resolve) => running.set(name, resolve)),
    isStopped: () => stopped,
  })
  return {
    ended: async (): Promise<Record<string, Outcome>> => Object.fromEntries(await ended),
    running: () => [...running.keys()],
    stop() {
      stopped = true
    },
    async end(name: string, passed = true) {
      running.get(name)?.(passed)
      running.delete(name)
      // what becomes free starts after the scheduler has heard of it
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

describe('the steps of a test run', () => {
  it('run side by side as far as the cores go, the earlier ones first', async () => {
    const { running, end, ended } = stage(
      [
        { name: 'types', cores: 1 },
        { name: 'lint', cores: 0.5 },
        { name: 'service', cores: 1.5 },
        { name: 'structure', cores: 0.5 },
      ],
      2,
    )
    expect(running()).toEqual(['types', 'lint', 'structure'])
    await end('lint')
    expect(running()).toEqual(['types', 'structure'])
    await end('types')
    expect(running()).toEqual(['structure', 'service'])
    await end('structure')
    await end('service')
    expect(await ended()).toEqual({ types: 'passed', lint: 'passed', service: 'passed', structure: 'passed' })
  })

  it('wait for what they need, and are left out when that failed', async () => {
    const { running, end, ended } = stage(
      [
        { name: 'web', cores: 1 },
        { name: 'e2e', cores: 0.5, needs: ['web'] },
        { name: 'after e2e', cores: 0.5, needs: ['e2e'] },
        { name: 'unit', cores: 1 },
      ],
      2,
    )
    expect(running()).toEqual(['web', 'unit'])
    await end('web', false)
    expect(running()).toEqual(['unit'])
    await end('unit')
    expect(await ended()).toEqual({
      web: 'failed',
      e2e: 'left out',
      'after e2e': 'left out',
      unit: 'passed',
    })
  })

  it('run alone when they need more cores than there are', async () => {
    const { running, end, ended } = stage(
      [
        { name: 'small', cores: 0.5 },
        { name: 'large', cores: 3 },
      ],
      1,
    )
    expect(running()).toEqual(['small'])
    await end('small')
    expect(running()).toEqual(['large'])
    await end('large')
    expect(await ended()).toEqual({ small: 'passed', large: 'passed' })
  })

  it('are not started any more once the run is stopped', async () => {
    const { running, end, stop, ended } = stage(
      [
        { name: 'first', cores: 1 },
        { name: 'second', cores: 1 },
      ],
      1,
    )
    stop()
    await end('first', false)
    expect(running()).toEqual([])
    expect(await ended()).toEqual({ first: 'failed', second: 'left out' })
  })

  it('fail when they cannot be run at all', async () => {
    const run = () => Promise.reject(new Error('no such program'))
    const outcomes = await runSchedule({ steps: [{ name: 'types', cores: 1 }], cores: 2, run })
    expect(outcomes.get('types')).toBe('failed')
  })

  it('may not need what does not stand before them', async () => {
    const steps = [{ name: 'e2e', cores: 1, needs: ['web'] }]
    await expect(runSchedule({ steps, cores: 2, run: async () => true })).rejects.toThrow(
      'e2e needs web, which does not stand before it',
    )
  })
})
