/** Texts of the first steps. Pure. */
import type { Action } from '#contract/policy.ts'
import type { Setup, SetupStep } from '#contract/system/setup.ts'

export interface StepWords {
  title: string
  /** Why, in one sentence. */
  why: string
  to: string
  action: string
  /** The permission that it needs. */
  needs: Action
}

const words: Record<SetupStep, StepWords> = {
  organisation: {
    title: 'Enter your organisation',
    why: 'Every call says who is calling, so legal name, contact phone and agent name come first.',
    to: '/settings?tab=system#organisation',
    action: 'Enter details',
    needs: 'organisation.write',
  },
  papers: {
    title: 'Link your terms and privacy policy',
    why: 'Brokers agree to both when they apply; without the links no application can be submitted.',
    to: '/settings?tab=system#organisation',
    action: 'Add links',
    needs: 'organisation.write',
  },
  calling: {
    title: 'Set up a phone number',
    why: 'Campaigns call and send SMS from it, and brokers call back on it.',
    to: '/settings?tab=numbers',
    action: 'Phone Numbers',
    needs: 'numbers.write',
  },
  brokers: {
    title: 'Import your brokers',
    why: 'A campaign calls the brokers in your directory; a CSV or Excel file fills it in a minute.',
    to: '/brokers/import',
    action: 'Import CSV',
    needs: 'brokers.import',
  },
  bdms: {
    title: 'Add your BDMs',
    why: 'Calls and the booking page offer their free times; without one no meeting is offered.',
    to: '/bookings?tab=bdms',
    action: 'Add a BDM',
    needs: 'bookings.write',
  },
  registers: {
    title: 'Load an ASIC register',
    why: 'Brokers are checked against it, so that you see who is banned or no longer licensed.',
    to: '/surveillance#registers',
    action: 'Load a register',
    needs: 'registers.import',
  },
  campaign: {
    title: 'Create your first campaign',
    why: 'Write an offer and a script; nothing is dialled until you press Call.',
    to: '/campaigns',
    action: 'New campaign',
    needs: 'campaigns.write',
  },
}

export interface ShownStep extends StepWords {
  step: SetupStep
  done: boolean
}

/** The steps in their order, as the screens show them. */
export function shownSteps({ steps, simulated }: Pick<Setup, 'steps' | 'simulated'>): ShownStep[] {
  return steps.map(({ step, done }) => {
    const shown = { step, done, ...words[step] }
    if (step !== 'calling' || !simulated) return shown
    const why = 'The built-in simulator plays the calls, which needs no number.'
    return { ...shown, title: 'Calls are simulated', why }
  })
}

/** '3 of 7 done' */
export function progressText({ steps }: Pick<Setup, 'steps'>): string {
  return `${steps.filter(({ done }) => done).length} of ${steps.length} done`
}
