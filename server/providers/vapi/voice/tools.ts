import type { Vapi } from '@vapi-ai/server-sdk'

/** The tools' names, which Vapi sends back in tool calls. */
export const TOOLS = {
  choose: 'choose_option',
  times: 'free_meeting_times',
  person: 'ask_for_person',
  recording: 'stop_recording',
  plan: 'plan_call',
  optOut: 'opt_out',
  callBack: 'ask_for_call_back',
  answerer: 'report_answerer',
} as const

/** Values of the tool that reports the answering party. `person`: the person called came on the line. */
export const reportedAnswerers = [
  'screener',
  'carrier_challenge',
  'colleague',
  'machine',
  'person',
] as const satisfies string[]

type Tool = Vapi.OpenAiModelToolsItem

/** Without a destination, Vapi requests one at each transfer. */
export const transferTool: Tool = { type: 'transferCall', destinations: [] }

/** Tools of a call that we make. */
export const outboundTools: Tool[] = [
  tool(
    TOOLS.choose,
    'Records a choice from the menu. Returns the result, to be said word for word.',
    {
      option: { type: 'string', description: '1, 2, 3 or 4', enum: ['1', '2', '3', '4'] },
      by: { type: 'string', description: 'key where a key was pressed, else voice', enum: ['key', 'voice'] },
      slot: {
        type: 'string',
        description: 'Only with option 2: the start of the chosen meeting time, as written in brackets',
      },
      confirmed: {
        type: 'boolean',
        description:
          'true only after the person said yes to the wish that you read back; not needed for a key',
      },
    },
    ['option'],
  ),
  tool(
    TOOLS.times,
    'Keeps two meeting times for this person and returns them; called again, two later ones.',
    {},
  ),
  tool(TOOLS.person, 'Arranges for a person to call back. Returns what to say.', {}),
  tool(
    TOOLS.plan,
    'Plans a call at another time. First with the words of the person: returns the time to read out, its start in brackets. After a clear yes again, with that start: returns the result.',
    {
      words: { type: 'string', description: 'What the person said about when to call, word for word' },
      confirmed: {
        type: 'string',
        description:
          'Only after the person said yes to the time that was read out: its start, as written in brackets',
      },
    },
    ['words'],
  ),
  tool(
    TOOLS.answerer,
    'Reports who speaks where it is not the person called. Returns what to do.',
    {
      who: { type: 'string', description: 'Who speaks', enum: reportedAnswerers },
      words: { type: 'string', description: 'What was said, as you heard it' },
    },
    ['who'],
  ),
  tool(TOOLS.recording, 'Discards the recording of this call. Returns what to say.', {}),
  transferTool,
  { type: 'endCall' },
]

/** Tools of a call to one of our numbers. */
export const inboundTools: Tool[] = [
  tool(TOOLS.optOut, 'Makes sure that this number is never called again. Returns what to say.', {}),
  tool(TOOLS.callBack, 'Arranges for a person to call back. Returns what to say.', {}),
  { type: 'endCall' },
]

function tool(
  name: string,
  description: string,
  properties: Record<string, Vapi.JsonSchema>,
  required: readonly string[] = [],
): Tool {
  return {
    type: 'function',
    async: false,
    function: {
      name,
      description,
      parameters: {
        type: 'object',
        properties,
        ...(required.length > 0 && { required: [...required] }),
      },
    },
  }
}
