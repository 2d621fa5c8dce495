// Vapi's request schemas: it refuses every other property.

interface Shape {
  [property: string]: Check
}
/** `any`: no check. A list: one of these. A function: returns the fault, or nothing. */
type Check = 'any' | 'text' | 'number' | 'boolean' | readonly string[] | Shape | Each | Rule
interface Each {
  each: Shape | ((value: object) => Shape)
}
type Rule = (value: unknown) => string | undefined

const upTo =
  (most: number): Rule =>
  (value) =>
    typeof value === 'string' && value.length <= most
      ? undefined
      : `must be shorter than or equal to ${most} characters`
const between =
  (least: number, most: number): Rule =>
  (value) =>
    typeof value === 'number' && value >= least && value <= most
      ? undefined
      : `must not be less than ${least} or greater than ${most}`
const matching =
  (pattern: RegExp, what: string): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : what

const e164 = matching(
  /^\+[1-9]\d{6,14}$/,
  'must be a valid phone number in the E.164 format. Hot tip, you may be missing the country code (Eg. US: +1).',
)

const server: Shape = {
  url: matching(/^https?:\/\//, 'must be a URL address'),
  timeoutSeconds: between(1, 300),
  credentialId: 'text',
  staticIpAddressesEnabled: 'boolean',
  headers: 'any',
  backoffPlan: {
    type: ['fixed', 'exponential'],
    maxRetries: between(0, 10),
    baseDelaySeconds: between(0, 10),
  },
}

const functionShape: Shape = {
  name: matching(/^[a-zA-Z0-9_-]{1,64}$/, 'must match /^[a-zA-Z0-9_-]{1,64}$/'),
  strict: 'boolean',
  description: 'text',
  parameters: { type: ['object'], properties: 'any', required: 'any' },
}

const destination: Shape = {
  type: ['number'],
  number: e164,
  description: 'text',
  message: 'text',
  callerId: 'text',
}

const tools: Each = {
  each: (tool): Shape => {
    const type: unknown = Reflect.get(tool, 'type')
    if (type === 'function')
      return { type: 'text', async: 'boolean', server, function: functionShape, messages: 'any' }
    if (type === 'transferCall') return { type: 'text', destinations: { each: destination } }
    return { type: ['endCall', 'dtmf'] }
  },
}

const serverMessages: Rule = (value) => {
  const known =
    /^(status-update|end-of-call-report|tool-calls|transcript|transcript\[transcriptType="final"\]|hang|conversation-update|speech-update|transfer-update|transfer-destination-request)$/
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && known.test(one))
    ? undefined
    : 'each value must be one of the known server messages'
}

const assistant: Shape = {
  name: upTo(40),
  firstMessage: 'text',
  firstMessageMode: ['assistant-speaks-first', 'assistant-waits-for-user'],
  firstMessageInterruptionsEnabled: 'boolean',
  model: {
    provider: ['openai'],
    model: matching(/^gpt-/, 'must be one of the models'),
    temperature: between(0, 2),
    messages: { each: { role: ['system', 'user', 'assistant'], content: 'text' } },
    tools,
  },
  voice: {
    provider: ['azure'],
    voiceId: matching(/^[a-z]{2}-[A-Z]{2}-[A-Z][a-z]+Neural$/, 'must be one of the voices'),
    speed: 'number',
  },
  transcriber: {
    provider: ['deepgram'],
    model: ['nova-2', 'nova-3'],
    language: ['en', 'en-AU', 'en-NZ', 'en-GB', 'en-US'],
  },
  backgroundSound: ['off', 'office'],
  voicemailDetection: {
    provider: ['vapi', 'google', 'openai', 'twilio'],
    type: ['audio', 'transcript'],
    beepMaxAwaitSeconds: between(0, 30),
    backoffPlan: {
      startAtSeconds: between(0, 120),
      frequencySeconds: between(2.5, 120),
      maxRetries: between(1, 10),
    },
  },
  voicemailMessage: upTo(1000),
  endCallMessage: 'text',
  silenceTimeoutSeconds: between(5, 3600),
  maxDurationSeconds: between(10, 43_200),
  keypadInputPlan: { enabled: 'boolean', timeoutSeconds: between(0, 10), delimiters: ['#', '*', ''] },
  monitorPlan: {
    listenEnabled: 'boolean',
    listenAuthenticationEnabled: 'boolean',
    controlEnabled: 'boolean',
    controlAuthenticationEnabled: 'boolean',
  },
  artifactPlan: {
    recordingEnabled: 'boolean',
    recordingFormat: ['wav;l16', 'mp3'],
    videoRecordingEnabled: 'boolean',
  },
  analysisPlan: {
    summaryPlan: { enabled: 'boolean' },
    structuredDataPlan: { enabled: 'boolean', schema: 'any', timeoutSeconds: between(1, 60) },
    successEvaluationPlan: { enabled: 'boolean' },
  },
  serverMessages,
  server,
  metadata: 'any',
}

/** The body of POST /call. */
export const callShape: Shape = {
  name: upTo(40),
  phoneNumberId: 'text',
  assistant,
  assistantOverrides: { ...assistant, variableValues: 'any', 'tools:append': tools },
  customer: { number: e164, name: upTo(40), externalId: upTo(40), numberE164CheckEnabled: 'boolean' },
}

/** Our response to an inbound call: an assistant for it. */
export const inboundShape: Shape = {
  assistant,
  assistantOverrides: { variableValues: 'any' },
  error: 'text',
}

const rentedNumber: Shape = {
  provider: ['vapi', 'twilio'],
  name: upTo(40),
  assistantId: 'any',
  squadId: 'any',
  workflowId: 'any',
  server,
}

/** The body of POST and PATCH /phone-number, by provider. */
export const numberShapes: Record<string, Shape> = {
  vapi: { ...rentedNumber, numberDesiredAreaCode: matching(/^\d{3}$/, 'must be exactly 3 digits') },
  twilio: {
    ...rentedNumber,
    number: e164,
    twilioAccountSid: 'text',
    twilioAuthToken: 'text',
    twilioApiKey: 'text',
    twilioApiSecret: 'text',
    smsEnabled: 'boolean',
  },
}

/** The faults of a value, in Vapi's words; empty if it is valid. */
export function wrongWith(value: unknown, check: Check, path = ''): string[] {
  if (check === 'any') return []
  if (typeof check === 'function') return one(check(value), path)
  if (check === 'text') return typeof value === 'string' ? [] : [`${path} must be a string`]
  if (check === 'number') return typeof value === 'number' ? [] : [`${path} must be a number`]
  if (check === 'boolean') return typeof value === 'boolean' ? [] : [`${path} must be a boolean value`]
  if (isList(check))
    return check.includes(String(value))
      ? []
      : [`${path} must be one of the following values: ${check.join(', ')}`]
  if (isEach(check)) {
    if (!Array.isArray(value)) return [`${path} must be an array`]
    return value.flatMap((item: object, index) =>
      wrongWith(item, typeof check.each === 'function' ? check.each(item) : check.each, `${path}.${index}`),
    )
  }
  return inObject(value, check, path)
}

function inObject(value: unknown, shape: Shape, path: string): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [`${path || 'body'} must be an object`]
  return Object.entries(value).flatMap(([name, inner]) => {
    const check = shape[name]
    const at = path ? `${path}.${name}` : name
    return check === undefined
      ? [`${path && `${path}.`}property ${name} should not exist`]
      : wrongWith(inner, check, at)
  })
}

const one = (wrong: string | undefined, path: string): string[] => (wrong ? [`${path} ${wrong}`] : [])
const isList = (check: Check): check is readonly string[] => Array.isArray(check)
const isEach = (check: Shape | Each): check is Each => 'each' in check
