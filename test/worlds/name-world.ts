/** Register rows and brokers' names that are all unique, from pools that grow with the rows. */
export interface NameWorld {
  /** As a register writes them: 'SURNAME, GIVEN MIDDLE'. */
  rows: string[]
  /** As a directory writes them; a fifth has a typing mistake. */
  brokers: string[]
}

const SYLLABLES =
  'an be ca do el fa gi ho ir ja ka lo ma ni or pe qu ra sa ti un va wi xo yu za ber ton son ley man kov ini ara'.split(
    ' ',
  )

function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

export function nameWorld(rows: number, brokers: number): NameWorld {
  const next = random(rows)
  const one = <T>(list: readonly T[]): T => list[Math.floor(next() ** 1.5 * list.length)] as T // the pools are not empty
  const pool = (size: number) =>
    Array.from({ length: size }, () =>
      Array.from({ length: 2 + Math.floor(next() * 2) }, () => one(SYLLABLES)).join(''),
    )
  const surnames = pool(Math.round(rows / 12))
  const givens = pool(Math.round(rows / 40))
  return {
    rows: Array.from({ length: rows }, () =>
      `${one(surnames)}, ${one(givens)}${next() < 0.6 ? ` ${one(givens)}` : ''}`.toUpperCase(),
    ),
    brokers: Array.from({ length: brokers }, () => {
      const name = `${one(givens)} ${one(surnames)}`
      return next() < 0.2 ? name.slice(0, 3) + name.slice(4) : name
    }),
  }
}
