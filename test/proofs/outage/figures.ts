import { availableParallelism, loadavg } from 'node:os'

/** The load of the machine: other programs delay responses. */
export const load = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores`

/** One line for each figure; those that are not as they should be count as faults. */
export interface Figures {
  /** @param holds false: the figure is a fault; undefined: it is only reported */
  tell(what: string, figure: string, holds?: boolean): void
  /** Something could not be tried here, which is no proof either. */
  skip(what: string, reason: string): void
  end(): { faults: number; skipped: number }
}

export function createFigures(): Figures {
  let faults = 0
  let skipped = 0
  return {
    tell(what, figure, holds = true) {
      if (!holds) faults += 1
      console.log(`${holds ? '  ' : 'X '}${what}: ${figure}`)
    },
    skip(what, reason) {
      skipped += 1
      console.log(`- ${what}: not shown, ${reason}`)
    },
    end: () => ({ faults, skipped }),
  }
}

export const mb = (bytes: number): string => `${Math.round(bytes / 1e6)} MB`
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
