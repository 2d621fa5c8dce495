// Twilio's documented parameters of a call.

const E164 = /^\+[1-9]\d{6,14}$/
const ADDRESS = /^https?:\/\/[^\s_/]+\/\S*$/
const METHOD = /^(GET|POST)$/
const BOOLEAN = /^(true|false)$/

const PARAMETERS: Readonly<Record<string, RegExp>> = {
  To: E164,
  From: E164,
  Url: ADDRESS,
  Twiml: /^[\s\S]{1,4000}$/,
  Method: METHOD,
  FallbackUrl: ADDRESS,
  FallbackMethod: METHOD,
  StatusCallback: ADDRESS,
  StatusCallbackMethod: METHOD,
  StatusCallbackEvent: /^(initiated|ringing|answered|completed)$/,
  MachineDetection: /^(Enable|DetectMessageEnd)$/,
  AsyncAmd: BOOLEAN,
  AsyncAmdStatusCallback: ADDRESS,
  AsyncAmdStatusCallbackMethod: METHOD,
  Record: BOOLEAN,
  RecordingChannels: /^(mono|dual)$/,
  RecordingStatusCallback: ADDRESS,
  RecordingStatusCallbackMethod: METHOD,
  Timeout: /^([1-9]|[1-9]\d|[1-5]\d\d|600)$/,
  TimeLimit: /^[1-9]\d{0,4}$/,
}
const REPEATED = new Set(['StatusCallbackEvent'])

/** The fault of a form that creates a call; null: none. */
export function wrongWith(form: URLSearchParams): { code: number; message: string } | null {
  for (const name of new Set(form.keys())) {
    const shape = PARAMETERS[name]
    const values = form.getAll(name)
    if (!shape) return { code: 20001, message: `unknown parameter ${name}` }
    if (values.length > 1 && !REPEATED.has(name)) return { code: 20001, message: `${name} comes twice` }
    const wrong = values.find((value) => !shape.test(value))
    if (wrong !== undefined) return { code: codeOf(name), message: `${name} is not valid: ${wrong}` }
  }
  if (!form.has('To')) return { code: 21201, message: "No 'To' number is specified" }
  if (!form.has('From')) return { code: 21213, message: "No 'From' number is specified" }
  if (!form.has('Url') && !form.has('Twiml')) return { code: 21218, message: 'No Url or Twiml is specified' }
  return null
}

function codeOf(name: string): number {
  return { To: 21211, From: 21212, Url: 21205, StatusCallback: 21609 }[name] ?? 20001
}
