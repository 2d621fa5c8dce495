import * as calls from '#contract/calls/calls.ts'
import { listLiveCalls } from '#contract/calls/live-calls.ts'
import { callingClock } from '#contract/campaigns/calling-clock.ts'
import { previewScript, speakScript } from '#contract/campaigns/campaign-drafts.ts'
import { searchTranscripts } from '#contract/campaigns/campaign-history.ts'
import * as dialling from '#contract/campaigns/dialling.ts'
import { type AppRoute, route, sharedRoute } from '#server/module.ts'
import { viewDetails } from './call-details.views.ts'
import { sendCalls } from './call-export.reply.ts'
import { viewClock, viewSimulatorDials } from './clock.views.ts'
import { viewLiveCalls } from './live-calls.views.ts'
import { sendRecording } from './recordings/recording.reply.ts'
import { openRecording, readWaveform } from './recordings/recordings.ts'
import { openSpokenPreview, viewScriptPreview } from './script-preview.views.ts'
import { endCall, testCall, testCallBroker } from './test-call.ts'
import { viewTranscripts } from './transcripts/transcript-search.views.ts'
import { viewCall, viewCalls } from './views.ts'

export const routes: AppRoute[] = [
  sharedRoute(calls.listCalls, async ({ ctx, query }) => viewCalls(ctx, query)),
  sharedRoute(listLiveCalls, async ({ ctx, query }) => viewLiveCalls(ctx, query)),
  route(searchTranscripts, async ({ ctx, params, query }) => viewTranscripts(ctx, params.id, query)),
  route(calls.exportCalls, async ({ ctx, query, reply }) => sendCalls(ctx, query, reply)),
  route(calls.getCall, async ({ ctx, params }) => viewDetails(ctx, params.id)),
  route(calls.getRecording, async ({ ctx, params, request, reply }) => {
    const file = await openRecording(ctx, params.id)
    return sendRecording(file, { request, reply, name: `call-recording-${params.id}.mp3` })
  }),
  route(calls.getWaveform, async ({ ctx, params }) => readWaveform(ctx, params.id)),
  route(calls.endCall, async ({ ctx, params }) => {
    await endCall(ctx, params.id)
    return viewCall(ctx, params.id)
  }),
  route(calls.testCall, async ({ ctx, body }) => testCall(ctx, body)),
  route(calls.testCallBroker, async ({ ctx, params }) => testCallBroker(ctx, params.id)),
  route(previewScript, async ({ ctx, body }) => viewScriptPreview(ctx, body)),
  route(speakScript, async ({ ctx, body, request, reply }) => {
    const recording = await openSpokenPreview(ctx, body)
    return sendRecording(recording, { request, reply, name: 'script-preview.mp3' })
  }),
  sharedRoute(callingClock, async ({ ctx }) => viewClock(ctx)),
  route(dialling.simulatorDials, async ({ ctx }) => viewSimulatorDials(ctx)),
]
