import { connect } from '#server/platform/db/database.ts'
import { findRunningEmbedded } from '#server/platform/db/embedded/start-embedded.ts'
import type { DB } from '#server/schema.gen.ts'
import type { Volume } from '#test/worlds/volume.ts'
import { fillVolume } from '#test/worlds/volume-world.ts'

/** Adds the volume to the demo world of a server that runs on this folder. */
export async function fillServer(dataDir: string, volume: Volume): Promise<void> {
  const running = await findRunningEmbedded(dataDir)
  if (!running) throw new Error(`No PostgreSQL runs in ${dataDir}.`)
  // one connection: the world uses temporary tables
  const owner = connect<DB>(running.ownerUrl, 1, (error) => {
    throw error
  })
  try {
    await fillVolume(owner.db, volume)
  } finally {
    await owner.close()
  }
}
