export interface Scheduled {
  name: string
  /** Steps that have to have passed before this one starts. */
  needs?: readonly string[]
  /** How many cores it keeps busy on average. */
  cores: number
}

export type Outcome = 'passed' | 'failed' | 'left out'

export interface Schedule<S extends Scheduled> {
  steps: readonly S[]
  /** The sum of what runs at once stays within it; a step that alone needs more runs alone. */
  cores: number
  /** @returns whether the step passed */
  run(step: S): Promise<boolean>
  /** Once true nothing more is started; what runs is waited for. */
  isStopped?(): boolean
}

/**
 * Runs the steps side by side, each as early as its needs and the cores allow, the earlier in the list first. A step
 * whose need did not pass is left out.
 */
export async function runSchedule<S extends Scheduled>(schedule: Schedule<S>): Promise<Map<string, Outcome>> {
  const { steps, cores, run, isStopped = () => false } = schedule
  requireKnownNeeds(steps)
  const outcomes = new Map<string, Outcome>()
  const running = new Map<string, { cores: number; end: Promise<void> }>()
  const busy = () => [...running.values()].reduce((sum, step) => sum + step.cores, 0)
  const mayStart = (step: S) =>
    (step.needs ?? []).every((need) => outcomes.get(need) === 'passed') &&
    (running.size === 0 || busy() + step.cores <= cores)

  const start = (step: S) => {
    const end = run(step).then(
      (passed) => settle(step.name, passed ? 'passed' : 'failed'),
      () => settle(step.name, 'failed'),
    )
    running.set(step.name, { cores: step.cores, end })
  }
  const settle = (name: string, outcome: Outcome) => {
    running.delete(name)
    outcomes.set(name, outcome)
  }
  const waiting = () => steps.filter(({ name }) => !outcomes.has(name) && !running.has(name))

  while (true) {
    for (const step of waiting()) {
      const lost = isStopped() || (step.needs ?? []).some((need) => isLost(outcomes.get(need)))
      if (lost) outcomes.set(step.name, 'left out')
      else if (mayStart(step)) start(step)
    }
    if (running.size === 0) {
      if (waiting().length === 0) return outcomes
      continue
    }
    await Promise.race([...running.values()].map(({ end }) => end))
  }
}

function isLost(outcome: Outcome | undefined): boolean {
  return outcome === 'failed' || outcome === 'left out'
}

/** A need that no earlier step meets would be waited for without end. */
function requireKnownNeeds(steps: readonly Scheduled[]): void {
  for (const [index, { name, needs = [] }] of steps.entries()) {
    const unknown = needs.find((need) => !steps.slice(0, index).some((earlier) => earlier.name === need))
    if (unknown) throw new Error(`${name} needs ${unknown}, which does not stand before it`)
  }
}
