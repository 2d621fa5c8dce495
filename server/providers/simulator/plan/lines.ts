// Lines of simulated calls outside the script. They contain no figures: only the script states an offer's price.

import type { CallResponse } from '#contract/calls.ts'
import type { Personality } from '#contract/campaigns.ts'

type Choices = readonly [string, ...string[]]

export const greetings: Choices = ['Hello?', 'Hello, who is calling?', 'Good morning.', 'Yes, hello.']

/** @param name the first name of the person called */
export const namedGreetings = (name: string): Choices => [
  `Hello, ${name} speaking.`,
  `Hi, this is ${name}.`,
  `${name} here, hello.`,
]

export const spokenChoices: Record<CallResponse, Choices> = {
  option_1: ['Just send me the link, please.', 'Yes, text me the details.'],
  option_2: ['I would like to meet a manager.', 'Can you book me a meeting, please?'],
  option_3: ['Yes, start my accreditation.', 'I would like to get accredited.'],
  option_4: ['Please stop calling me.', 'Stop. Take me off your list.'],
}

/** Spoken where the choice has no result yet. */
export const confirmations: Record<CallResponse, Choices> = {
  option_1: ['Thank you. The link is on its way to this number by text message. Goodbye.'],
  option_2: ['Thank you. I will book the next free time with your manager. Goodbye.'],
  option_3: [
    'Thank you. The link to your accreditation form is on its way to this number by text message. Goodbye.',
  ],
  option_4: ['I understand. We will not call this number again. Goodbye.'],
}

type Two = readonly [string, string]

/** The agent's line that offers meeting times. @param whose the time zone in words */
export const offerTimes = (times: readonly string[], whose: string): string => {
  const [first, second] = times
  return second
    ? `I can offer you ${first}, or ${second}, ${whose}. Which one suits you?`
    : `The next free time is ${first}, ${whose}. Does that suit you?`
}

/** How a person names one of the times; the first line is for the first of two, the second for the second. */
export const naming = (time: string): readonly Two[] => [
  ['The first one, please.', 'The second one, please.'],
  [`${time}, please.`, `${time}, please.`],
]
export const takesIt: Choices = ['Yes, that suits me.', 'That works, thank you.']

export const timeNamed = (time: string): string =>
  `Thank you. I will book ${time} with your manager. Goodbye.`

export const NO_TIME =
  'There is no free time that I could book just now. Our team will get in touch to find one. Goodbye.'

export const thanks: Choices = ['Thanks, bye.', 'Great, thank you.', 'Okay, thanks. Bye.']
export const leaving: Choices = [
  'Sorry, I have to go. Bye.',
  'Not for me right now, thanks.',
  'I am with a client. Bye.',
]

/** Times by which people ask to be called, some of them outside the calling hours. */
export const askForCall: Choices = [
  "I'm with a client. Can you ring me back tomorrow after three?",
  'Can you call me Thursday at eleven?',
  "I'm driving. Try me on Tuesday around two.",
  'Give me a call in an hour.',
  'Ring me on Sunday at ten.',
  'Call me tomorrow morning, first thing.',
]
export const agreesToCall: Choices = ['Yes, that works.', 'Yes please.', 'Perfect, thanks.']
export const dropsCall: Choices = ['No, forget it.', "No, don't bother."]
export const CALL_PLANNED = 'Done: we will call you then.'
export const askForPerson: Choices = ['Operator, please.', 'Can I talk to a person?']
export const declineRecording: Choices = ["Please don't record this.", "Don't record, please."]
export const recordingStopped = 'Of course. The recording has stopped.'

/** Questions of a broker during the script, with the agent's answers. */
export const exchanges: readonly (readonly [string, string])[] = [
  [
    'Is that for new clients only?',
    'It is meant for new applications. Your manager can tell you what is possible for a client you have placed with us already.',
  ],
  [
    'How long does an assessment take at the moment?',
    'That depends on the file, so I would rather not promise a time. Your manager has the current figures.',
  ],
  [
    'What do you need from me to lodge one?',
    'The usual supporting documents and a complete application. The checklist is on the page that I can send you.',
  ],
  [
    'Do you take self-employed borrowers?',
    'Yes, they can be considered with the right financials. The credit guide on our page says which.',
  ],
  [
    'I have a client who might fit. Where do I read more?',
    'The offer page has the features, the fees and the conditions. I can send you the link in a moment.',
  ],
  [
    'Who would look after me on your side?',
    'A business development manager for your state. I can book a time with them for you.',
  ],
]

/** How the agent leads over to the menu. */
export const leadIn: Record<Personality, string> = {
  professional: 'You have four choices.',
  friendly: 'Here is what I can do for you.',
  authoritative: 'Please choose one of the following.',
  consultative: 'Which of these would help you most?',
}

/** The first words of call screeners. */
export const screenerPrompts: Choices = [
  'Hi, if you record your name and reason for calling, I will see if this person is available.',
  "Hi, I'm Call Assist by Google. Can I ask what it's about before I connect you?",
  'This number does not accept unknown callers. Please say your name and why you are calling.',
]

/** How a colleague answers for the broker, and ends the call. */
export const colleagueGreetings: Choices = ['Good morning, front desk, how can I help?', 'Hello, reception.']
export const colleagueAnswers: Choices = [
  'They are with a client. Can I take a message?',
  'They are not in today, sorry. Who is calling?',
]
export const colleagueGoodbyes: Choices = ['I will let them know. Bye.', 'Okay, I will pass it on. Bye.']
export const thanksColleague = 'Thank you for your help. Goodbye.'
