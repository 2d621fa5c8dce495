// An adapter whose calls fail, whose process dies before or after a call, and between whose calls both sides are edited.

import type { Ctx } from '#server/ctx.ts'
import { CalendarFault, type Calendars } from '#server/providers/ports/calendars.ts'

/** The process is gone: nothing after it ran. */
export class Died extends Error {
  override name = 'Died'
}

export type Accident = 'dies' | 'dies_after' | 'unreachable' | 'busy' | 'edited'

export interface MortalCalendars extends Calendars {
  /** The accident of the call after so many others. `edit` is made in the middle of the call. */
  plan(accident: Accident, after: number, edit?: () => Promise<void>): void
  /** Nothing happens any more. */
  calm(): void
  /** Links that the service made, by the meeting's uid. */
  links: Map<string, Set<string>>
}

const WAIT_MS = 20_000

export function mortal(adapter: Calendars): MortalCalendars {
  let planned: { accident: Accident; after: number; edit?: (() => Promise<void>) | undefined } | null = null
  const links: MortalCalendars['links'] = new Map()
  const play = async <T>(call: () => Promise<T>): Promise<T> => {
    if (!planned || planned.after-- > 0) return call()
    const { accident, edit } = planned
    planned = null
    switch (accident) {
      case 'dies':
        throw new Died()
      case 'unreachable':
        throw new CalendarFault('unreachable', 'The server could not be reached.')
      case 'busy':
        throw new CalendarFault('busy', 'The server asks to be called later.', { retryAfterMs: WAIT_MS })
      case 'edited': {
        const result = await call()
        await edit?.()
        return result
      }
      case 'dies_after':
        await call()
        throw new Died()
    }
  }
  return {
    service: adapter.service,
    links,
    changes: (...args) => play(() => adapter.changes(...args)),
    putMeeting: (link, meeting, kept) =>
      play(async () => {
        const written = await adapter.putMeeting(link, meeting, kept)
        if (written.videoLink) {
          links.set(meeting.uid, (links.get(meeting.uid) ?? new Set()).add(written.videoLink))
        }
        return written
      }),
    readMeeting: (...args) => play(() => adapter.readMeeting(...args)),
    findMeeting: (...args) => play(() => adapter.findMeeting(...args)),
    removeMeeting: (...args) => play(() => adapter.removeMeeting(...args)),
    watch: (...args) => adapter.watch(...args),
    unwatch: (...args) => adapter.unwatch(...args),
    withdraw: (...args) => adapter.withdraw(...args),
    tokensOf: (...args) => adapter.tokensOf(...args),
    endedTokensOf: (...args) => adapter.endedTokensOf(...args),
    plan: (accident, after, edit) => {
      planned = { accident, after, edit }
    },
    calm: () => {
      planned = null
    },
  }
}

/** A context whose process dies before or after the commit of one of its transactions. @param after so many others */
export function mortalCtx(ctx: Ctx, after: number, when: 'before' | 'after'): Ctx {
  let left = after
  return {
    ...ctx,
    // getters of the context
    get log() {
      return ctx.log
    },
    async tx(work) {
      const dies = left-- === 0
      if (dies && when === 'before') throw new Died()
      const result = await ctx.tx(work)
      if (dies) throw new Died()
      return result
    },
  }
}
