// Lines of the proof of the answerer: people, colleagues, call screeners, mailboxes and silence, with seeded words.
import type { Random } from '#server/platform/random.ts'

/** A question of ours: its texts, empty while we listen in silence. */
export type Act = { key: string } | { says: string } | 'silence' | 'hangs_up'

export interface ProofLine {
  kind: 'person' | 'colleague' | 'screener' | 'mailbox' | 'challenge' | 'silent'
  /** A person speaks at some time of the call. */
  hasPerson: boolean
  relaysOptOut: boolean
  /** The detector's verdict, before the answer to this question; null: none arrives. */
  detected: { as: string; beforeQuestion: number } | null
  act(texts: readonly string[]): Act
}

const HELLOS = [
  ...[
    'Hello?',
    'Hello, Priya speaking.',
    'Hi, this is Priya.',
    'Yes, who is this?',
    'Good morning, Priya here.',
  ],
  ...[
    'Yeah hello.',
    'Harbour Finance, Priya speaking.',
    'Hi, how can I help?',
    'Hello, who am I speaking with?',
  ],
  ...['Priya here, I am just driving.', 'Morning!', 'Is this a recording?', 'Yes, hello, can you hear me?'],
]
const PICK_UPS = [
  ...[
    'Hello, this is Priya.',
    'Hello?',
    'Hi, Priya here.',
    'Yes, hello, Priya speaking.',
    'Hi, what is this about?',
  ],
  ...['Hello, sorry, I was screening calls.', 'Yeah, hi, who is this?', 'Okay hi, it is Priya.'],
]
const COLLEAGUES = [
  'Good morning, Harbour Finance, Kim speaking, who are you after?',
  'She is with a client, can I get her to ring you?',
  'Priya is not in today, can I take a message?',
  'Let me see if she is free.',
]
const PROMPTS = [
  'Hi, if you record your name and reason for calling, I will see if this person is available.',
  "Hi, I'm Call Assist by Google. I'm recording this call. Can I ask what it's about before I connect you?",
  'Hi, the person you are calling is using a screening service from Google and will get a copy of this conversation. Go ahead and say your name and why you are calling.',
  "Hello, you've reached a Bixby text call. I'll turn what you say into text for the person you're calling.",
  'This number does not accept unknown callers. Please say your name after the beep.',
  'Please announce yourself. Your call will then be offered to the subscriber.',
]
const HOLDS = [
  ...['Thanks, please stay on the line.', 'Thank you, please hold while I check.', 'One moment please.'],
  ...['Okay, I am checking with the person you called.', 'Thanks, I have passed that on, please wait.'],
]
const UNAVAILABLE = [
  'The person you are calling is not available right now. Please call back later.',
  'Sorry, this person cannot take your call. Leave a message after the tone.',
]
const MAILBOXES = [
  'Hi, you have reached Priya, please leave a message after the tone and I will get back to you.',
  'Welcome to message bank. The person you are calling is not available.',
  'You have reached the voicemail of Priya. Text me, book a meeting on my website, or leave a message after the beep.',
  'This is Priya, I cannot come to the phone, please leave your name and number after the beep.',
  'The mobile you are calling is switched off or not in a coverage area. Please try again later.',
  'Thanks for calling Redgum Finance. For sales press one, for accounts press two.',
]
const MORE_OF_MAILBOX = [
  'When you are finished, hang up or press hash for more options.',
  'Record your message after the tone.',
]
const CHALLENGES = [
  'To connect your call, enter the two digits you hear: four seven.',
  'Please press the hash key to complete your call.',
]
const RELAYS = [
  'The person you are calling asks not to be contacted again.',
  'The subscriber has asked to be taken off your list.',
]

/** A recogniser may cut the beginning or the end of a machine's words. */
function recognised(text: string, random: Random): string {
  const words = text.split(' ')
  const cut =
    words.length > 9
      ? random.weighted([
          [0, 80],
          [1, 10],
          [2, 10],
        ] as const)
      : 0
  return (cut === 0 ? words : cut === 1 ? words.slice(3) : words.slice(0, -3)).join(' ')
}

export function lineOf(random: Random): ProofLine {
  const kind = random.weighted([
    ...([
      ['person', 55],
      ['screener', 25],
      ['mailbox', 10],
      ['colleague', 5],
    ] as const),
    ...([
      ['silent', 3],
      ['challenge', 2],
    ] as const),
  ])
  const base = { kind, relaysOptOut: false, hasPerson: kind === 'person' || kind === 'colleague' }
  const detected = detectedOf(kind, random)
  switch (kind) {
    case 'person':
      return { ...base, detected, act: person(random, HELLOS) }
    case 'colleague':
      return {
        ...base,
        detected,
        act: inOrder([{ says: random.pick(COLLEAGUES) }, 'silence', 'silence', 'hangs_up']),
      }
    case 'screener':
      return screener(random, detected)
    case 'mailbox':
      return { ...base, detected, act: mailbox(random) }
    case 'challenge':
      return { ...base, detected, act: inOrder([{ says: random.pick(CHALLENGES) }]) }
    case 'silent':
      return { ...base, detected: null, act: () => 'silence' }
  }
}

/** As in the field: a detector that recognises mailboxes, and reports many screeners and some people as one. */
function detectedOf(kind: ProofLine['kind'], random: Random): ProofLine['detected'] {
  const isMachine = kind === 'mailbox' || kind === 'screener' || kind === 'challenge'
  const as = random.weighted(
    isMachine
      ? ([
          ['machine_start', 70],
          ['human', 15],
          ['unknown', 15],
        ] as const)
      : ([
          ['human', 85],
          ['machine_start', 5],
          ['unknown', 10],
        ] as const),
  )
  return {
    as,
    beforeQuestion: random.weighted([
      [1, 50],
      [2, 50],
    ] as const),
  }
}

const inOrder = (acts: readonly Act[]): ProofLine['act'] => {
  let count = 0
  return () => acts[count++] ?? 'silence'
}

const hasMenu = (texts: readonly string[]): boolean => texts.some((text) => text.startsWith('Press 1'))

/** Says hello, listens, then chooses or hangs up at the menu; says hello again to a line that has gone quiet. */
function person(random: Random, hellos: readonly string[]): ProofLine['act'] {
  let spoken = random.next() < 0.15 ? -1 : 0
  let isDone = false
  return (texts) => {
    if (isDone) return 'hangs_up'
    if (hasMenu(texts)) {
      isDone = true
      return random.next() < 0.5 ? { key: random.pick(['1', '3', '4']) } : 'hangs_up'
    }
    const isQuiet = texts.length === 0
    if (spoken++ > 0 && !isQuiet) return 'silence'
    if (spoken <= 0) return 'silence'
    return { says: spoken === 1 ? random.pick(hellos) : random.pick(['Hello?', 'Hello? Is anybody there?']) }
  }
}

function screener(random: Random, detected: ProofLine['detected']): ProofLine {
  const relaysOptOut = random.next() < 0.02
  const hasPerson = !relaysOptOut && random.next() < 0.5
  const acts: Act[] = [{ says: recognised(random.pick(PROMPTS), random) }]
  if (random.next() < 0.7) acts.push({ says: random.pick(HOLDS) })
  for (let wait = random.below(3); wait > 0; wait--) acts.push('silence')
  if (relaysOptOut) acts.push({ says: random.pick(RELAYS) })
  else if (!hasPerson && random.next() < 0.3) acts.push({ says: random.pick(UNAVAILABLE) })
  const behind = person(random, PICK_UPS)
  let count = 0
  const act: ProofLine['act'] = (texts) => acts[count++] ?? (hasPerson ? behind(texts) : 'silence')
  return { kind: 'screener', hasPerson, relaysOptOut, detected, act }
}

function mailbox(random: Random): ProofLine['act'] {
  const greeting = { says: recognised(random.pick(MAILBOXES), random) }
  const more: Act[] = random.next() < 0.4 ? [{ says: random.pick(MORE_OF_MAILBOX) }] : []
  return inOrder(random.next() < 0.3 ? ['silence', greeting, ...more] : [greeting, ...more])
}
