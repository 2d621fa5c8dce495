// Parties other than the broker: a colleague, a call screener, a mailbox, a silent line.

import { type Act, hangsUp, type Party, phrase, SILENCE, says } from './party.ts'
import { phrasings } from './phrasings.ts'
import type { Random } from './random.ts'

interface Parts {
  random: Random
  /** The broker's first name. */
  name: string | null
}

/** Takes a message for the broker. */
export function createColleague({ random, name }: Parts): Party {
  const acts: Act[] = [
    says(phrase(random, phrasings.colleague_asks)),
    says(phrase(random, phrasings.colleague_goodbye)),
  ]
  return {
    opens: () => phrase(random, phrasings.colleague, { name }),
    acts: () => acts.shift() ?? hangsUp(),
  }
}

const CHALLENGE_SHARE = 0.1
const RELAY_SHARE = 0.02

/** @param owner takes the call after the screener's words; null: does not take it */
export function createScreener({ random }: Parts, owner: Party | null): Party {
  const opening = owner === null && random.chance(CHALLENGE_SHARE) ? phrasings.challenge : phrasings.screener
  const acts: Act[] = []
  const add = (share: number, sentences: (typeof phrasings)['screener']): void => {
    if (random.chance(share)) acts.push(says(phrase(random, sentences)))
  }
  if (opening === phrasings.screener) {
    add(0.2, phrasings.screener_asks_again)
    add(0.7, phrasings.screener_holds)
    acts.push(...Array.from({ length: Math.floor(random.between(0, 3)) }, () => SILENCE))
    if (owner === null && random.chance(RELAY_SHARE))
      acts.push(says(phrase(random, phrasings.screener_relays)))
    else if (owner === null) add(0.3, phrasings.screener_declines)
  }
  let hasOwner = false
  return {
    opens: () => phrase(random, opening),
    acts(scene) {
      const act = acts.shift()
      if (act) return act
      if (owner === null) return SILENCE
      if (hasOwner) return owner.acts(scene)
      hasOwner = true
      return says(owner.opens() ?? phrase(random, phrasings.hello))
    },
    asks: (now) => (hasOwner && owner?.asks ? owner.asks(now) : null),
  }
}

export function createMailbox({ random, name }: Parts): Party {
  const acts = random.chance(0.4) ? [says(phrase(random, phrasings.mailbox_goes_on))] : []
  return { opens: () => phrase(random, phrasings.mailbox, { name }), acts: () => acts.shift() ?? SILENCE }
}

export const createSilentLine = (): Party => ({ opens: () => null, acts: () => SILENCE })
