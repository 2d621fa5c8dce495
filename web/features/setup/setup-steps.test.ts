import { describe, expect, it } from 'vitest'
import { setupSteps } from '#contract/system/setup.ts'
import { progressText, shownSteps } from './setup-steps.ts'

const steps = setupSteps.map((step, index) => ({ step, done: index < 2 }))

describe('the first steps', () => {
  it('say what to do, why and where, in their order', () => {
    const shown = shownSteps({ steps, simulated: false })
    expect(shown.map(({ step }) => step)).toEqual(setupSteps)
    // organisation and its links are on one panel
    expect(new Set(shown.map(({ to }) => to)).size).toBe(setupSteps.length - 1)
    for (const { why } of shown) expect(why).toMatch(/^[A-Z].*\.$/)
    expect(progressText({ steps })).toBe('2 of 7 done')
  })

  it('ask for no phone number where the simulator plays the calls', () => {
    const calling = (simulated: boolean) =>
      shownSteps({ steps, simulated }).find(({ step }) => step === 'calling')
    expect(calling(true)?.title).toBe('Calls are simulated')
    expect(calling(false)?.title).toBe('Set up a phone number')
  })
})
