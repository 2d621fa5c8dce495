import type { Region } from '#contract/brokers/brokers.ts'
import {
  assessBroker,
  type EntryFacts,
  isFlagged,
} from '#server/modules/surveillance/checks/assess-broker.rules.ts'
import { hitsOf } from '#server/modules/surveillance/checks/name-screening.ts'
import { createNameIndex } from '#server/modules/surveillance/names/name-index.rules.ts'
import { seeded } from '#server/platform/random.ts'

/** Common in Australia, of many origins: people with such a name have namesakes. */
const surnames =
  `Smith Jones Williams Brown Wilson Taylor Johnson White Martin Anderson Thompson Nguyen Thomas Walker Harris Lee Ryan
  Robinson Kelly King Davis Wright Evans Roberts Green Hall Wood Jackson Clarke Patel Khan Lewis James Phillips Mason
  Mitchell Rose Davies Rodriguez Cox Alexander Garden Campbell Johnston Moore Smyth OBrien Singh Stewart Hughes Edwards
  Turner Murphy Young Tran Li Wang Chen Zhang Liu Huang Wu Yang Pham Le Hoang Kaur Sharma Kumar Gupta Shah Ahmed Ali
  Hussain Rahman Rossi Russo Ferrari Romano Papadopoulos Georgiou Ioannou Haddad Khoury Murray Fraser Scott Reid Ross
  Graham Bell Baker Adams Allen Cooper Ward Parker Collins Bennett Kennedy Marshall Gray Hunter Palmer Hill Webb Watson
  Simpson Carter Morris Cook Bailey Rogers`.split(/\s+/)
const givens =
  `John David Michael Peter Robert Paul Andrew Mark James Christopher Anthony Stephen Matthew Daniel Richard William Ian
  Gary Craig Jason Adam Scott Simon Kevin Brian Thomas Joshua Benjamin Luke Nathan Susan Margaret Christine Jennifer Karen
  Helen Elizabeth Sarah Michelle Julie Nicole Rebecca Lisa Anna Emma Jessica Melissa Catherine Amanda Deborah Minh Anh Wei
  Li Mohammed Ahmed Raj Priya Maria Fatima`.split(/\s+/)
/** Shares of the register of credit representatives by state. */
const states: readonly (readonly [Region, number])[] = [
  ['NSW', 33],
  ['VIC', 28],
  ['QLD', 19],
  ['WA', 10],
  ['SA', 6],
  ['ACT', 1.5],
  ['TAS', 1.5],
  ['NT', 1],
]
const WITHOUT_ADDRESS = 0.08
/** 21 of 50 published rows have no end. */
const ENDLESS = 0.42
const WITH_MIDDLE_NAME = 0.7
const BROKERS_WITH_MIDDLE_NAME = 0.2

export interface Noise {
  /** Rows at the working cut-off, of each broker. */
  similar: number
  /** Findings that flag, of each broker. */
  alerts: number
  /** Brokers that are flagged at all. */
  flagged: number
}

/** Brokers with common names against as many made-up bans: everything that is found is false. */
export function screeningNoise(brokers: number, rows: number, seed: number): Noise {
  const random = seeded(seed)
  const person = (share: number): string[] => [
    random.pick(surnames),
    random.pick(givens),
    ...(random.next() < share ? [random.pick(givens)] : []),
  ]
  const index = createNameIndex<EntryFacts>('person', ({ name }) => name)
  index.add(
    Array.from({ length: rows }, (_, id): EntryFacts => {
      const [surname = '', ...given] = person(WITH_MIDDLE_NAME)
      return {
        ...{
          id,
          register: 'banned_persons',
          number: `#${id}`,
          fingerprint: String(id),
          licence: null,
          scheme: null,
        },
        name: `${surname}, ${given.join(' ')}`.toUpperCase(),
        startedOn: '2015-03-12',
        endedOn: random.next() < ENDLESS ? null : random.next() < 0.7 ? '2021-06-30' : '2029-06-30',
        status: 'Credit Banned & Disqualified',
        state: random.next() < WITHOUT_ADDRESS ? null : random.weighted(states),
        postcode: null,
        locality: null,
      }
    }),
  )
  const noise: Noise = { similar: 0, alerts: 0, flagged: 0 }
  for (let id = 0; id < brokers; id++) {
    const [surname, ...given] = person(BROKERS_WITH_MIDDLE_NAME)
    const broker = {
      id,
      name: [...given, surname].join(' '),
      company: null,
      asicNumber: null,
      region: random.weighted(states),
      postcode: null,
      digest: '',
    }
    const persons = hitsOf('banned_persons', index, broker.name)
    const none = {
      loaded: new Set<EntryFacts['register']>(),
      representatives: [],
      licensees: [],
      principals: [],
      organisations: [],
    }
    const findings = assessBroker(broker, { ...none, persons, agreement: () => 0 }, '2026-11-23')
    const alerts = findings.filter(({ risk }) => isFlagged(risk)).length
    noise.similar += findings.length / brokers
    noise.alerts += alerts / brokers
    if (alerts > 0) noise.flagged++
  }
  return noise
}
