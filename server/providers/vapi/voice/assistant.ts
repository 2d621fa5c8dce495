import type { Vapi } from '@vapi-ai/server-sdk'
import type { VoiceSettings } from '#contract/calls/voice-settings.ts'
import type { Personality } from '#contract/campaigns/campaigns.ts'
import { spokenWhose } from '#server/calendar/words.ts'
import { MAX_WAIT_SECONDS } from '#server/conversation/who-answered.ts'
import type { CallScript, DialRequest, OfferedSlot } from '#server/providers/ports/voice.ts'
import { callbackUrl } from '../addresses.ts'
import type { VapiConfig } from '../config.ts'
import { BY_PERSONALITY, voiceOf } from '../speech/catalogue.ts'
import { inboundPrompt, systemPrompt } from './prompt.ts'
import { inboundTools, outboundTools, TOOLS, transferTool } from './tools.ts'

/** How long Vapi waits for a tool's answer; ours take about a tenth of a second. */
const ANSWER_SECONDS = 10

/**
 * The assistant of a campaign version. It depends only on these parameters: all calls of a version share it, and
 * call-specific values are passed in `overridesOf`.
 */
export function campaignAssistant(
  scriptVersion: number,
  personality: Personality,
  settings: VoiceSettings,
): Vapi.CreateAssistantDto {
  return {
    name: `Brokerline script ${scriptVersion}`,
    ...speechSettings(personality, settings),
    model: {
      ...modelSettings(settings),
      messages: [{ role: 'system', content: systemPrompt(personality) }],
      tools: outboundTools,
    },
    voicemailDetection: {
      provider: 'vapi',
      beepMaxAwaitSeconds: 0,
      backoffPlan: { startAtSeconds: 2, frequencySeconds: 2.5, maxRetries: 6 },
    },
    artifactPlan: { recordingEnabled: true, recordingFormat: 'mp3', videoRecordingEnabled: false },
    analysisPlan: {
      summaryPlan: { enabled: true },
      structuredDataPlan: { enabled: true, schema: answererSchema },
      successEvaluationPlan: { enabled: false },
    },
    monitorPlan: controlOnly,
    ...patience,
    serverMessages: [...callMessages, 'transcript[transcriptType="final"]'],
    metadata: { scriptVersion },
  }
}

/**
 * The assistant waits in silence for a person behind a call screener. Vapi documents the field; the SDK's types lack it.
 */
const patience = { silenceTimeoutSeconds: MAX_WAIT_SECONDS + 10 }

/** Read where the transcript does not show the answering party. */
const answererSchema: Vapi.JsonSchema = {
  type: 'object',
  properties: {
    answeredBy: {
      type: 'string',
      description: 'Who was on the line; person where a person was on the line at any time',
      enum: ['person', 'screener', 'carrier_challenge', 'machine', 'none'],
    },
  },
}

/** Live listening is off: its URL needs no key by default. Control ends a call, for holders of a key only. */
const controlOnly: Vapi.MonitorPlan = {
  listenEnabled: false,
  listenAuthenticationEnabled: true,
  controlEnabled: true,
  controlAuthenticationEnabled: true,
}

const callMessages = [
  'status-update',
  'end-of-call-report',
  'tool-calls',
  'transfer-destination-request',
] as const

/** Speech settings. The first message cannot be interrupted and is the same template for all calls. */
function speechSettings(
  personality: Personality,
  { voice, language, ambience }: VoiceSettings,
): Vapi.CreateAssistantDto {
  const voiceId = voice === BY_PERSONALITY ? voiceOf[personality] : voice
  return {
    firstMessage: '{{greeting}}',
    firstMessageMode: 'assistant-speaks-first',
    firstMessageInterruptionsEnabled: false,
    voice: { provider: 'azure', voiceId },
    // from the list that is the SDK's
    transcriber: { provider: 'deepgram', model: 'nova-3', language: language as Language },
    backgroundSound: ambience,
    keypadInputPlan: { enabled: true, timeoutSeconds: 2, delimiters: '' },
  }
}

/** OpenAI refuses any other temperature than 1 for its models from GPT-5 on. */
function modelSettings({ model }: Pick<VoiceSettings, 'model'>) {
  const temperature = /^gpt-[5-9]/.test(model) ? 1 : 0.3
  return { provider: 'openai' as const, model: model as Model, temperature } // as above
}

type Model = Vapi.OpenAiModel['model']
type Language = NonNullable<Vapi.DeepgramTranscriber['language']>

export interface CallbackSettings {
  config: Pick<VapiConfig, 'webhookSecret'>
  publicUrl: string
}

/** The call-specific values. Texts are passed as Liquid values, which are not parsed as Liquid themselves. */
export function overridesOf(request: DialRequest, settings: CallbackSettings): Vapi.AssistantOverrides {
  const { callId, script, calledName, maxDurationSeconds } = request
  return {
    variableValues: { ...textsOf(script), calledName: calledName ?? 'not known' },
    metadata: { callId },
    maxDurationSeconds: Math.min(43_200, Math.max(10, Math.round(maxDurationSeconds))),
    server: serverOf(settings, { call: String(callId) }),
    ...(script.recorded === false && {
      artifactPlan: { recordingEnabled: false, videoRecordingEnabled: false },
    }),
  }
}

function textsOf(script: CallScript): Record<string, string> {
  return {
    greeting: script.greeting,
    genuine: script.genuine ?? '',
    campaign: script.aiPrompt ?? script.body,
    instructions: script.instructions ?? '',
    menu: script.menu.map(({ key, text }) => `${key}: ${text}`).join('\n'),
  }
}

/** Times for the voice to read out and return: 'Tuesday 24 November at 10 am [2026-11-23T23:00:00.000Z]'. */
export function timesText(slots: readonly OfferedSlot[]): string {
  if (slots.length === 0)
    return `There is no time to be named now. Call the tool ${TOOLS.choose} with option 2 and without a slot, and say its answer.`
  return slots
    .map(({ spoken: text, inSydney, start }) =>
      inSydney ? `${text}, ${spokenWhose([inSydney])} [${start}]` : `${text} [${start}]`,
    )
    .join('; ')
}

/** The callback address, the secret that authenticates Vapi, and the retries of failed messages. */
export function serverOf(
  { config, publicUrl }: CallbackSettings,
  about: Record<string, string> = {},
): Vapi.Server {
  return {
    url: callbackUrl(publicUrl, about),
    timeoutSeconds: ANSWER_SECONDS,
    headers: { 'X-Vapi-Secret': config.webhookSecret },
    backoffPlan: { type: exponential, maxRetries: 5, baseDelaySeconds: 1 },
  }
}

/** The SDK's types expect an object; Vapi's docs and server expect this string. */
const exponential = 'exponential' as unknown as Record<string, unknown>

export interface InboundTexts {
  greeting: string
  transferTo: string | null
}

/**
 * The assistant for a call to one of our numbers. The call is not recorded, because no notice was given to the caller.
 */
export function inboundAnswer(
  texts: InboundTexts,
  settings: CallbackSettings & { speech: VoiceSettings },
  maxDurationSeconds: number,
) {
  return {
    assistant: {
      name: 'Brokerline answers',
      ...speechSettings('professional', settings.speech),
      model: {
        ...modelSettings(settings.speech),
        messages: [{ role: 'system', content: inboundPrompt }],
        tools: [...inboundTools, ...(texts.transferTo ? [transferTool] : [])],
      },
      artifactPlan: { recordingEnabled: false, videoRecordingEnabled: false },
      // staff cannot end a call to one of our numbers
      monitorPlan: { listenEnabled: false, controlEnabled: false },
      serverMessages: ['tool-calls', 'end-of-call-report', 'transfer-destination-request'],
      maxDurationSeconds,
      server: serverOf(settings),
    },
    assistantOverrides: { variableValues: { greeting: texts.greeting } },
  } satisfies { assistant: Vapi.CreateAssistantDto; assistantOverrides: Vapi.AssistantOverrides }
}
