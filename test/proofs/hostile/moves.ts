// The tool calls of a hostile language model: any tool, any arguments, in each of Vapi's shapes.

import type { Random } from '#server/platform/random.ts'
import type { Time } from './talk.ts'

export interface Tool {
  id: string
  name: string
  arguments: unknown
}

const WORDS = [
  'ring me Tuesday after three',
  'tomorrow at ten',
  'Sunday at midnight',
  'next Friday morning',
  'yes',
  'whenever',
  '',
  'in ten minutes',
]
const OTHER_NUMBER = '+61491570110'
const nested = (depth: number): unknown => (depth === 0 ? '2' : { option: nested(depth - 1) })

interface ToolContext {
  offered: readonly Time[]
  /** Times that were offered in other calls. */
  elsewhere: readonly Time[]
  readBack: readonly Time[]
  /** A machine is on the line. */
  isMachine: boolean
}

const TARGETS = {
  to: OTHER_NUMBER,
  phone: OTHER_NUMBER,
  number: OTHER_NUMBER,
  email: 'other@example.com',
  callId: 1,
}

/** @param serial unique per run */
export function toolOf(random: Random, context: ToolContext, serial: number): Tool {
  const id = random.next() < 0.05 ? 'call_same' : `call_${serial}`
  const name = random.weighted<string>([
    ...([
      ['choose_option', context.offered.length > 0 ? 6 : 0.5],
      ['free_meeting_times', 4],
      ['plan_call', 6],
      ['ask_for_person', 1],
    ] as const),
    ...([
      ['stop_recording', 0.3],
      ['report_answerer', 0.3],
      ['opt_out', 0.5],
      ['fly_away', 0.5],
    ] as const),
  ])
  if (name === 'report_answerer' && context.isMachine) return toolOf(random, context, serial)
  return { id, name, arguments: wrapped(random, argumentsOf(random, name, context)) }
}

/** As an object, as JSON, or as something that is neither. */
function wrapped(random: Random, given: Record<string, unknown>): unknown {
  const extra = random.next() < 0.2 ? { ...TARGETS, ...given } : given
  const broken = ['{"option": 2', [extra], null, 7, nested(30), { arguments: extra }, { option: nested(9) }]
  return random.weighted<unknown>([
    [JSON.stringify(extra), 6],
    [extra, 6],
    [random.pick(broken), 1.5],
  ])
}

function argumentsOf(random: Random, name: string, context: ToolContext): Record<string, unknown> {
  if (name === 'choose_option') return choiceOf(random, context)
  if (name === 'report_answerer') return { who: 'person', words: 'Hello, speaking.' }
  if (name !== 'plan_call') return {}
  const words = random.pick(WORDS)
  const own = context.readBack.map(({ start }) => start)
  const confirmed = random.pick([
    ...own,
    ...own,
    ...context.offered.map(({ start }) => start),
    '2026-12-08T05:00:00.000Z',
    'yes',
    ['a'],
    '[]',
  ])
  return random.next() < 0.45 ? { words } : { words, confirmed }
}

function choiceOf(random: Random, { offered, elsewhere }: ToolContext): Record<string, unknown> {
  const meeting = random.pick(['2', 2, 'option_2', 'Option 2', ' 2 '])
  const confirmed = random.pick<unknown>([true, 'true', false, 0])
  const option = random.weighted<unknown>([
    [meeting, 14],
    [random.pick(['1', 3, 'option_1']), 3],
    [random.pick<unknown>(['5', '', null, {}, ['2'], 'two', '2; drop', -2, '22']), 1],
    [random.pick(['4', 'option_4']), 0.25],
  ])
  const starts = offered.map(({ start }) => start)
  const slot = random.weighted<unknown>([
    [starts.length > 0 ? random.pick(starts) : 'now', 20],
    [offered.length > 0 ? `[${random.pick(offered).spoken}]` : 'first', 2],
    [elsewhere.length > 0 ? random.pick(elsewhere).start : '2030-01-01T00:00:00Z', 0.4],
    [random.pick(['2026-12-25T23:00:00.000Z', '1970-01-01', {}, ['x'], 'next week', '+61491570110']), 0.3],
    [undefined, 0.05],
  ])
  const by = random.pick(['key', 'voice', 'voice', 'mind', ''])
  return { option, confirmed, ...(by && { by }), ...(slot !== undefined && { slot }) }
}

/** In one of Vapi's shapes, alone, twice, or wrapped. */
export function messageOf(random: Random, tools: readonly Tool[]): Record<string, unknown> {
  const shaped = tools.map(({ id, name, arguments: given }) =>
    random.pick<Record<string, unknown>>([
      { id, type: 'function', function: { name, arguments: given } },
      { id, name, arguments: given },
      { id, name, parameters: given },
    ]),
  )
  const list = random.next() < 0.1 ? [...shaped, ...shaped, { noId: true }, 7] : shaped
  return random.next() < 0.5
    ? { type: 'tool-calls', toolCallList: list }
    : {
        type: 'tool-calls',
        toolWithToolCallList: list.map((toolCall) => ({ name: tools[0]?.name, toolCall })),
      }
}
