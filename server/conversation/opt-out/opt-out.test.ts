import { describe, expect, it } from 'vitest'
import { readSmsOptOut } from './opt-out.ts'

/** Written before the reader. */
const clear = [
  'STOP',
  'stop',
  ' Stop. ',
  'STOP!!!',
  '“stop”',
  'ＳＴＯＰ',
  'st\u200Bop',
  'stopall',
  'STOP ALL',
  'Please stop',
  'Please stop, thanks',
  'pls stop thx',
  'stop pls',
  'Stop now please mate',
  'remove please',
  'Pls remove thx',
  'Remove',
  'remove me',
  'STOP.',
  'st0p',
  'STOPP',
  'Sotp',
  'stpo',
  'S T O P',
  's.t.o.p',
  'Stop texting me',
  'Stop sending me this stuff',
  'quit calling me',
  'unsub',
  'unsubscribe',
  'Unsubcribe',
  'un-subscribe',
  'please unsubscribe me now',
  'opt out',
  'Opt-out',
  'opt me out',
  'optout thx',
  'take me off your list',
  'take me off ur list mate',
  'take me off',
  'Can you get me off this list?',
  'no more texts',
  'No more phone calls please',
  'no more of these messages',
  'lose my number',
  'Not interested. Lose this number.',
  'delete my details',
  'Please delete my number',
  "don't ring again",
  'do not ever call me again',
  'Dont call me anymore',
  "I don't want any more calls",
  'I do not wish to receive your messages',
  "I don't want to hear from you again",
  'I withdraw my consent to receive marketing from you',
  'Put me on your do not call list',
  'I am on the Do Not Call Register',
  'please blacklist this number on your side thanks',
  'Wrong number, stop',
  'wrong person, do not contact again',
  'who is this?? stop messaging',
  'Start? No, stop',
  'Leave me alone!',
  "Don't call me at all",
  'Do not contact me on this number',
  'Please do not call me from now on',
  "Don't call me now or ever",
  'Cease and desist all contact',
  '退订',
  '请不要再给我发短信',
  'Παρακαλώ μην με ξανακαλέσετε',
  'mujhe dobara call mat karna',
  'arrêt',
]

const other = [
  "don't stop",
  'please do not stop',
  "can't stop now, call later",
  'Stop by my office',
  'I will stop by tomorrow at ten',
  "I'm at the bus stop",
  'full stop',
  "I can't stop thinking about that clause",
  'Cancel my meeting',
  'When does it end?',
  'Take me to the page please',
  'Please remove me from the 2pm and put me in at 4pm',
  'I deleted your text, send the link again please',
  "Don't call me before ten, after is fine",
  'Do not ring me today. Tomorrow is fine',
  "Don't call me again until Friday",
  'Not now, call me tomorrow',
  "I'm not on my phone",
  "I'm not sure who called me",
  'Do not call me this week',
  "Don't call me after five",
  "Don't call back, I will ring you at two",
  'I do not want this call to be recorded',
  'I want more calls like this',
  'Do not send it by mail, text is fine',
  'No thanks',
  'Not interested',
  'Wrong number',
  'nonstop',
  'no need to call back',
  'My insurance runs out at the end of March',
  'Can we start the accreditation today',
]

const doubtful = [
  'STOP was a mistake, START',
  'Does STOP also cancel my meeting?',
  'Go away',
  "Don't call me, text me instead",
  'This is harassment',
  'I unsubscribed my partner last year',
]

// Covers: messages-10, calls-vapi-16
it.each(clear)('%j is an opt-out', (text) => {
  expect(readSmsOptOut(text)).toBe('opt_out')
})

it.each(other)('%j is no opt-out', (text) => {
  expect(readSmsOptOut(text)).toBe('none')
})

it.each(doubtful)('%j is an unclear opt-out', (text) => {
  expect(readSmsOptOut(text)).toBe('unclear')
})

describe('messages that a phone or mailbox writes', () => {
  // Covers: calls-vapi-17
  it.each([
    'Liked “Harbour Lending: here is your link https://harbour.example/s/a1 Reply STOP to opt out.”',
    'Loved “Reply STOP to opt out.”',
    'Emphasised “Your meeting is booked. Reply STOP to opt out.”',
    'Emphasized “Your meeting is booked. Reply STOP to opt out.”',
    'Disliked “Your meeting is booked. Reply STOP to opt out.”',
    'Laughed at “Stop”',
    'Removed a like from “Harbour Lending: rates. Reply STOP to opt out.”',
    'Reacted 🙏 to “Harbour Lending: your link. Reply STOP to opt out.”',
    '👍 to “Harbour Lending: your link. Reply STOP to opt out.”',
    '\u200A\u200B👍\u200B to “\u200AHarbour Lending. Reply STOP to opt out.\u200A” ',
    'A aimé « Harbour Lending : votre lien. Reply STOP to opt out. »',
    'Le gustó “Harbour Lending. Reply STOP to opt out.”',
    'Hat „Harbour Lending. Reply STOP to opt out.“ mit „Gefällt mir“ markiert',
    '赞了“Harbour Lending. Reply STOP to opt out.”',
    'Liked “Harbour Lending: a long message that the phone cut. Reply STOP to opt ou…',
    '> Harbour Lending: your link. Reply STOP to opt out.\nGot it, thanks',
    "Out of office until Mon 14 Dec. If you'd like to stop receiving our newsletter click unsubscribe on our site.",
    'Automatic reply: I am on leave. To unsubscribe from our newsletter reply STOP.',
    'This mailbox is not monitored. Unsubscribe: https://example.com/u',
    'Message not delivered. To stop these notices text STOP to 1234.',
    '(Notifications are silenced. Answer "urgent" if it can\'t wait and your text goes through.)',
  ])('%j is ignored', (text) => {
    expect(readSmsOptOut(text)).toBe('none')
  })

  it.each([
    ['> Harbour Lending: your link. Reply STOP to opt out.\nSTOP', 'opt_out'],
    ['“Reply STOP to opt out” STOP', 'opt_out'],
    ['I am on leave until Monday, stop texting me', 'unclear'],
    ['I said “please stop calling me” twice', 'unclear'],
  ])('%j, written by a person, is read: %s', (text, reading) => {
    expect(readSmsOptOut(text)).toBe(reading)
  })
})
