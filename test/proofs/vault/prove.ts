import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '#server/providers/simulator/plan/random.ts'
import { lookAtAftermath } from './aftermath.ts'
import { killPictures, killRotations, killUploads, lightFire, send } from './fire.ts'

export interface VaultProof {
  /** Of each kind. */
  kills: number
  seed: number
  /** Documents in addition to those of the kills, so that a rotation takes a while. */
  documents: number
}

export interface VaultReport {
  /** Kills at the intended moment: during an upload, before the picture of a document, during a rotation. */
  met: { uploads: number; pictures: number; rotations: number }
  /** Documents that were answered. */
  answered: number
  faults: string[]
}

/** Kills an installation during uploads, during rendering of pictures and during key rotations. */
export async function proveVault({ kills, seed, documents }: VaultProof): Promise<VaultReport> {
  const random = createRandom(seed).unit
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-vault-fire-'))
  try {
    const fire = await lightFire(dataDir)
    const met = { uploads: 0, pictures: 0, rotations: 0 }
    try {
      met.uploads = await killUploads(fire, kills, random)
      met.pictures = await killPictures(fire, kills, random)
      for (let left = documents; left > 0; left -= 10) await send(fire, 10, { size: () => 60_000 })
      met.rotations = await killRotations(fire, kills, random)
    } finally {
      await fire.stop()
    }
    const faults = await lookAtAftermath(dataDir, fire.kept)
    return { met, answered: fire.kept.size, faults }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
