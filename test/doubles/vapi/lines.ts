// The acts of people called by the loopback Vapi. Selected by the number's last digit unless a test sets another.

export interface Line {
  rings: 'answered' | 'no-answer' | 'busy'
  hears: 'person' | 'machine'
  /** In order of time: speech or key, and the tool that the assistant calls for it. */
  acts: readonly Act[]
  ends: 'customer-ended-call' | 'assistant-ended-call' | 'silence-timed-out' | (string & {})
  refused?: { status: number; message: string | string[] }
}

export interface Act {
  says: string
  tool?: { name: string; arguments: Record<string, unknown> }
  /** The assistant reads the wish back before it calls the tool, and the person says yes. */
  consents?: true
}

const words: Record<string, string> = {
  1: 'Yes, text me the link please.',
  2: 'I would like a meeting.',
  3: 'Start my accreditation.',
  4: 'Please take me off your list.',
}

const person: Line = { rings: 'answered', hears: 'person', acts: [], ends: 'customer-ended-call' }

/** 0 rings out; 1-4 choose that option; 5 nothing; 6 engaged; 7 voicemail; 8 refused; 9 hangs up in the greeting. */
export function lineByNumber(to: string, random: () => number): Line {
  const digit = to.slice(-1)
  switch (digit) {
    case '0':
      return { ...person, rings: 'no-answer', ends: 'customer-did-not-answer' }
    case '5':
      return { ...person, acts: [{ says: 'No thank you, not today.' }] }
    case '6':
      return { ...person, rings: 'busy', ends: 'customer-busy' }
    case '7':
      return {
        ...person,
        hears: 'machine',
        acts: [{ says: 'You have reached the voicemail of this number. Leave a message after the tone.' }],
        ends: 'voicemail',
      }
    case '8':
      return {
        ...person,
        refused: {
          status: 400,
          message: ['customer.number must be a valid phone number in the E.164 format.'],
        },
      }
    case '9':
      return person
    default:
      return { ...person, acts: [chooses(digit, random)], ends: 'assistant-ended-call' }
  }
}

/** By key or by voice; models send the number as text, as a number, or with the word. */
export function chooses(digit: string, random: () => number): Act {
  const byKey = random() < 0.5
  const option = [digit, Number(digit), `option_${digit}`][Math.floor(random() * 3)]
  return {
    says: byKey ? `User's Keypad Entry: ${digit}` : (words[digit] ?? ''),
    tool: {
      name: 'choose_option',
      arguments: { option, by: byKey ? 'key' : 'voice', ...(!byKey && { confirmed: true }) },
    },
    ...((digit === '2' || !byKey) && { consents: true }),
  }
}
