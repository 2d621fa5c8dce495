// Guards of the Vapi path, each with a weaker form that a programmer could have written.

export interface Weakening {
  path: string
  /** An expression. */
  guard: string
  /** The weaker expression. */
  instead: string
  what: string
  /** Where the expression alone is not unique: text that is, with the expression in it. */
  context: string
}

const VOICE = 'server/providers/vapi/voice/'
const CALLS = 'server/modules/calls/'

const weak = (
  ...[path, what, guard, instead, context = guard]: [string, string, string, string, string?]
): Weakening => ({ path, what, guard, instead, context })

/** The acceptance of a time. */
const acceptances = [
  weak(
    `${VOICE}acceptance.ts`,
    'a yes to several times accepts one',
    'named.length === 1',
    'named.length > 0',
  ),
  weak(`${VOICE}acceptance.ts`, 'any answer is a yes', "label === 'yes'", "label !== 'no'"),
  weak(`${VOICE}acceptance.ts`, 'a no takes nothing back', 'REFUSES.has(label)', 'false'),
  weak(
    `${VOICE}acceptance.ts`,
    'the agent accepts for the person',
    "speaker === 'agent'",
    "speaker === 'agent' && !/yes/i.test(text)",
  ),
  weak(
    `${VOICE}acceptance.ts`,
    'a named time accepts the one that was read back',
    'reading.value === time.start ? time.start : null',
    'time.start',
  ),
  weak(`${VOICE}affirmed.ts`, 'a meeting needs no acceptance', 'slot === null || slot === accepted', 'true'),
  weak(
    `${VOICE}affirmed.ts`,
    'an acceptance holds for every time',
    'slot === null || slot === accepted',
    'slot === null || accepted !== null',
  ),
  weak(
    `${VOICE}affirmed.ts`,
    'the argument confirms a link',
    'confirmed && isNamed && affirms(said)',
    'confirmed',
  ),
  weak(
    `${VOICE}affirmed.ts`,
    'a yes to any question confirms a link',
    'confirmed && isNamed && affirms(said)',
    'confirmed && affirms(said)',
  ),
  weak(`${VOICE}affirmed.ts`, 'any key confirms a link', `option === \`option_\${keys}\``, 'true'),
  weak(
    `${VOICE}affirmed.ts`,
    'the argument confirms a link where the words are missing',
    'false',
    'confirmed',
    'if (said === undefined) return false',
  ),
  weak(
    `${VOICE}affirmed.ts`,
    'any words affirm a link',
    "reading.label === 'yes' && reading.optOut === 'none' && isSure(reading)",
    'true',
  ),
  weak(
    `${VOICE}tool-calls.ts`,
    'the argument is the accepted time',
    "acceptedTime({ lines, clock: await parts.hooks.personClock({ callId }) }, offered, 'slot')",
    'slot',
  ),
  weak(
    `${VOICE}plan-call.ts`,
    'a requested call needs no yes',
    "acceptedTime({ lines, clock }, read, 'callback') !== offered.from",
    'false',
  ),
  weak(
    `${VOICE}missed-choices.ts`,
    'the report books without an acceptance',
    'permittedChoice(args, offered, { lines: before, accepted })',
    'permittedChoice(args, offered, { lines: before, accepted: offered.find(({ start }) => start === args.slot)?.start ?? null })',
  ),
  weak(
    `${VOICE}affirmed.ts`,
    'the report acts on every lost choice',
    'mayAct({ option, source, slot, confirmed: isConfirmed(args.confirmed) }, before)',
    'true',
  ),
]

/** Opt-outs. */
const optOuts = [
  weak(`${VOICE}stop-words.ts`, 'a clear opt-out is none', "wishIn(utterance)?.optOut === 'clear'", 'false'),
  weak(
    `${VOICE}callbacks.ts`,
    'the transcript’s opt-out is ignored',
    '!isMachineAnswer(now?.who ?? null) && asksToStop(transcript)',
    'false',
  ),
  weak(
    `${VOICE}tool-guard.ts`,
    'a tool does not read the transcript',
    "lines.find(({ speaker, text }) => speaker === 'caller' && asksToStop(text))",
    'undefined',
  ),
  weak(`${VOICE}tool-guard.ts`, 'the stored opt-out is ignored', 'live?.optedOut', 'false'),
  weak(`${VOICE}tool-guard.ts`, 'every tool protects the person', 'protectsPerson(tool)', 'true'),
  weak(
    `${VOICE}tool-calls.ts`,
    'tools are never refused',
    'await refusalOf(parts, callId, { call, lines, at, tool, live })',
    'null',
  ),
  weak(
    `${CALLS}intake/intake.ts`,
    'choices count after an opt-out',
    "state.response === 'option_4' && !isOptOut",
    'false',
  ),
  weak(
    `${CALLS}intake/call-state.rules.ts`,
    'a requested call survives an opt-out',
    "responseOf(ordered) === 'option_4' ? null : (lastOf(ordered, 'callback_requested') ?? null)",
    "(lastOf(ordered, 'callback_requested') ?? null)",
  ),
  weak(
    `${CALLS}intake/call-state.rules.ts`,
    'a later choice replaces an opt-out',
    "options.includes('option_4') ? 'option_4' : (options.at(-1) ?? null)",
    '(options.at(-1) ?? null)',
  ),
]

/** The menu, machines, the end of a call, repeats and forgeries. */
const limits = [
  weak(
    `${VOICE}tool-calls.ts`,
    'a choice needs no place in the menu',
    'stored && !stored.script.menu.some((item) => item.option === option)',
    'false',
  ),
  weak(
    `${VOICE}missed-choices.ts`,
    'a lost choice needs no place in the menu',
    "option === 'option_4' || menu === null || menu.includes(option ?? '')",
    'true',
  ),
  weak(
    `${VOICE}tool-calls.ts`,
    'times are held without a meeting in the menu',
    "!stored?.script.menu.some(({ option }) => option === 'option_2')",
    '!stored',
  ),
  weak(
    `${VOICE}tool-calls.ts`,
    'a machine has wishes',
    'isMachineAnswer(live?.answerer ?? null) && !live?.hasPerson',
    'false',
  ),
  weak(`${VOICE}tool-guard.ts`, 'tools act after the end', 'live?.endedAt && at > live.endedAt', 'false'),
  weak(`${CALLS}intake/intake.ts`, 'a repeated choice acts again', 'await claimEffects(tx, once)', 'once'),
  weak(
    'server/providers/vapi/authentic.ts',
    'any secret authenticates',
    "same(one('x-vapi-secret'), secret)",
    "one('x-vapi-secret') !== ''",
  ),
]

const PLAN = 'monitorPlan: controlOnly'

/** Monitoring, and calls that the platform ends. */
const ends = [
  weak(
    `${VOICE}assistant.ts`,
    'calls can be listened to',
    'controlOnly',
    '{ ...controlOnly, listenEnabled: true }',
    PLAN,
  ),
  weak(
    `${VOICE}assistant.ts`,
    'control needs no key',
    'controlOnly',
    '{ ...controlOnly, controlAuthenticationEnabled: false }',
    PLAN,
  ),
  weak(`${VOICE}assistant.ts`, 'the plan of monitoring is Vapi’s default', 'controlOnly', '{}', PLAN),
  weak(
    `${VOICE}assistant.ts`,
    'calls to our numbers can be controlled',
    '{ listenEnabled: false, controlEnabled: false }',
    '{ listenEnabled: false, controlEnabled: true }',
  ),
  weak(`${VOICE}callbacks.ts`, 'a goodbye ends no call', 'saysGoodbye(transcript)', 'false'),
  weak(
    `${VOICE}callbacks.ts`,
    'words after a goodbye do not keep the call',
    'live.endAt',
    'false',
    'else if (live.endAt)',
  ),
  weak(
    `${CALLS}intake/intake.ts`,
    'an opt-out ends no call',
    "choices.filter(({ option }) => option === 'option_4')",
    'choices.slice(choices.length)',
  ),
  weak(
    `${CALLS}intake/intake.ts`,
    'every choice ends the call',
    "option === 'option_4'",
    'true',
    "choices.filter(({ option }) => option === 'option_4')",
  ),
  weak(`${VOICE}end.ts`, 'the control order has no key', 'isVapis(config, url)', 'false'),
]

/** Transfers. */
const transfers = [
  weak(
    `${VOICE}hand-off.ts`,
    'a transfer needs no request',
    'refusal ?? (asksForPerson(lines) ? null : NOT_ASKED)',
    'refusal',
  ),
  weak(
    `${VOICE}hand-off.ts`,
    'a transfer follows an opt-out',
    'await refusalOf(parts, callId, { call, lines, at, tool, live })',
    'null',
  ),
  weak(`${VOICE}transfer-guard.ts`, 'any yes is a request for a person', '!OFFER.test(question)', 'false'),
  weak(
    `${VOICE}transfer-guard.ts`,
    'a refused offer is a request',
    "label === 'yes' ? true : label === 'no' ? false : null",
    'true',
  ),
  weak(
    `${VOICE}transfer-guard.ts`,
    'the agent requests the person',
    "speaker === 'agent'",
    "speaker === 'agent' && !/human|through/.test(text)",
  ),
  weak(`${VOICE}hand-off.ts`, 'the call names the phone', 'to', "'+61491570110'", 'number: to'),
  weak(`${VOICE}hand-off.ts`, 'a caller needs no request', '!asksForPerson(lines)', 'false'),
  weak(`${VOICE}transfer-guard.ts`, 'a caller’s opt-out keeps the request', 'asksToStop(text)', 'false'),
]

/** Stated rates. */
const rates = [
  weak(
    `${CALLS}findings/stated-rates.rules.ts`,
    'the person states the rates',
    "speaker === 'agent'",
    "speaker === 'caller'",
  ),
  weak(
    `${CALLS}findings/stated-rates.rules.ts`,
    'every rate is offered',
    '!offered.has(Number(rate))',
    'false',
  ),
  weak(
    `${CALLS}findings/stated-rates.rules.ts`,
    'spoken numbers are no rates',
    'withDigits(sentence)',
    'sentence',
  ),
  weak(
    `${CALLS}findings/stated-rates.rules.ts`,
    'whole numbers are no rates',
    'number > 0 && number < MAX_RATE',
    'number > 3 && number < MAX_RATE',
  ),
]

export const weakenings: readonly Weakening[] = [
  ...[acceptances, optOuts, limits, ends, transfers, rates].flat(),
]
