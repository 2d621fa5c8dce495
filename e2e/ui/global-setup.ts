import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOfWorld, makeDemoWorld } from '#test/product/demo-world.ts'

/**
 * Makes the demo world, unless it was made before: the servers of the tests start on copies of it.
 * @param env variables of the server that makes it
 */
export async function provideWorld(env: Record<string, string>): Promise<() => Promise<void>> {
  const given = process.env.DEMO_WORLD
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'brokerline-world-')))
  if (!given) await makeDemoWorld(folder, env)
  // read by the workers' fixtures
  process.env.DEMO_WORLD = folder
  process.env.DEMO_WORLD_URL = await addressOfWorld(folder)
  return async () => {
    if (!given) await rm(folder, { recursive: true, force: true })
  }
}

export default (): Promise<() => Promise<void>> => provideWorld({})
