// The tests as they are, on sources with faults planted in them; see test/proofs/mutations.proof.ts.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import own from '../../vitest.config.ts'
import { type Planted, plant } from './plant.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = process.env.MUTATIONS ?? ''
const faults = JSON.parse(readFileSync(`${folder}/faults.json`, 'utf8')) as Record<string, Planted[]> // as the proof wrote it

const setup = fileURLToPath(new URL('./reached.setup.ts', import.meta.url))
const projects = (own.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project) || project.test?.name === 'e2e') return []
  const { setupFiles = [] } = project.test ?? {}
  return [
    { ...project, test: { ...project.test, root, setupFiles: [...[setupFiles].flat(), setup], retry: 0 } },
  ]
})

export default defineConfig({
  root,
  plugins: [
    {
      name: 'planted-faults',
      enforce: 'pre',
      transform(code, id) {
        const planted = faults[id.replace(root, '').split('?')[0] ?? '']
        return planted && { code: plant(code, planted), map: null }
      },
    },
  ],
  test: { ...own.test, root, projects },
})
