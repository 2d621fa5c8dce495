import type { getVoiceSettings, updateVoiceSettings } from '#contract/calls/voice-settings.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { invalid } from '#server/platform/errors.ts'
import { CHECKED_ON, catalogue } from '#server/providers/vapi/speech/catalogue.ts'
import { readVoiceSettings } from '#server/providers/vapi/speech/settings.ts'
import { voiceWarnings } from '#server/providers/vapi/speech/warnings.rules.ts'
import { lockVoiceSettings, storeVoiceSettings } from './store.ts'

/** The current settings, their options, and warnings about options that are about to end. */
export async function viewVoiceSettings(ctx: Ctx): Promise<ReturnsOf<typeof getVoiceSettings>> {
  const settings = await readVoiceSettings(ctx.db)
  const option = ({ value, label }: { value: string; label: string }) => ({ value, label })
  return {
    ...settings,
    options: {
      model: catalogue.model.map(option),
      voice: catalogue.voice.map(option),
      language: catalogue.language.map(option),
      ambience: catalogue.ambience.map(option),
    },
    checkedOn: CHECKED_ON,
    warnings: voiceWarnings(settings, sydneyDate(ctx.now())),
  }
}

/** @throws AppError forbidden, invalid for a value that is no option */
export async function changeVoiceSettings(
  ctx: Ctx,
  changes: BodyOf<typeof updateVoiceSettings>,
): Promise<void> {
  authorise(ctx, 'organisation.write')
  const unknown = Object.entries(changes).filter(
    // the keys of the body are those of the lists
    ([kind, chosen]) => !catalogue[kind as keyof typeof catalogue].some(({ value }) => value === chosen),
  )
  if (unknown.length > 0)
    throw invalid(Object.fromEntries(unknown.map(([kind]) => [kind, 'Choose one of the list'])))
  await ctx.tx(async (tx) => {
    const before = await lockVoiceSettings(tx)
    const difference = changedFields(before, changes, [])
    if (!difference) return
    await storeVoiceSettings(tx, changes)
    await audit(tx, { action: 'organisation.voice_changed', subjectType: 'organisation', ...difference })
  })
}
