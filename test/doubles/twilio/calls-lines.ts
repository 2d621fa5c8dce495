// The person or machine on the other side of a played call, and its acts. Selected by the number's last digit unless a
// test sets another.

/** A question of ours to the person on the line. */
export interface Question {
  /** From 1. */
  count: number
  text: string
}

/** A phone of the team: its owner presses 1, presses another key or hangs up, or a mailbox answers. */
export type Phone = 'accepts' | 'declines' | 'hangs_up' | 'mailbox' | 'no-answer' | 'busy' | 'failed'

export type Act = { key: string } | { says: string } | 'silence' | 'hangs_up'

export interface Line {
  rings: 'answered' | 'no-answer' | 'busy' | 'failed'
  sipCode?: number
  /** The detector's verdict and its time; null: the call ends before a verdict. */
  detected: { as: string; afterSeconds: number } | null
  does(question: Question): Act
  /** The last callback lacks the detector's verdict. */
  keepsVerdict?: boolean
  /** The phones of the team that it is put through to. */
  phone(to: string): Phone
  /** The dial is refused. */
  refused?: { status: number; code: number; message: string }
}

const person: Line = {
  rings: 'answered',
  detected: { as: 'human', afterSeconds: 3 },
  does: () => 'silence',
  phone: () => 'accepts',
}

const SPOKEN: Record<string, string> = {
  1: 'Yes, text me the details please.',
  2: 'I would like to book a meeting.',
  3: 'Start my accreditation.',
  4: 'Please take me off your list.',
}

/** Listens to the whole greeting, then chooses by key or by voice; of two times picks one, and affirms the read-back. */
function chooses(digit: string, random: () => number): Line {
  let done = false
  return {
    ...person,
    does({ count, text }) {
      if (/Shall I/.test(text)) return random() < 0.3 ? { key: '1' } : { says: 'Yes please.' }
      if (/first time|next free time/.test(text))
        return random() < 0.5 ? { key: '1' } : { says: 'The first one, please.' }
      if (done || (count === 1 && random() < 0.7)) return 'silence'
      done = true
      return random() < 0.6 ? { key: digit } : { says: SPOKEN[digit] ?? '' }
    },
  }
}

/** 0 rings out; 1-4 choose that option; 5 nothing; 6 engaged; 7 voicemail; 8 refused; 9 hangs up in the greeting. */
export function lineByNumber(to: string, random: () => number): Line {
  const digit = to.slice(-1)
  switch (digit) {
    case '0':
      return { ...person, rings: 'no-answer', sipCode: 487 }
    case '5':
      return personWho({ says: 'Hello, this is Priya.' })
    case '6':
      return { ...person, rings: 'busy', sipCode: 486 }
    case '7':
      return {
        ...person,
        detected: { as: 'machine_start', afterSeconds: 4 },
        does: ({ count }) =>
          count === 1
            ? {
                says: 'Hi, you have reached the voicemail of Priya. Please text me or leave a message after the tone.',
              }
            : 'silence',
      }
    case '8':
      return {
        ...person,
        refused: { status: 400, code: 21211, message: `The 'To' number ${to} is not a valid phone number.` },
      }
    case '9':
      return { ...person, detected: null, does: () => 'hangs_up' }
    default:
      return chooses(digit, random)
  }
}

/** A person who does one thing after the other, and then is silent. */
export function personWho(...acts: Act[]): Line {
  return { ...person, does: ({ count }) => acts[count - 1] ?? 'silence' }
}

export const anyPerson: Line = person
