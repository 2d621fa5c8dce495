import type { Kysely } from 'kysely'
import type { VoiceSettings } from '#contract/calls/voice-settings.ts'
import type { DB } from '#server/schema.gen.ts'

/** How the agent speaks from the next call on. */
export async function readVoiceSettings(db: Kysely<DB>): Promise<VoiceSettings> {
  const { ambience, ...row } = await db
    .selectFrom('voiceSettings')
    .select(['model', 'voice', 'language', 'ambience'])
    .executeTakeFirstOrThrow()
  // the table's check allows no other
  return { ...row, ambience: ambience as VoiceSettings['ambience'] }
}
