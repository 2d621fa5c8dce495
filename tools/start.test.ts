import { expect, it } from 'vitest'
import packageJson from '../package.json' with { type: 'json' }

it('npm start gives the heap one gigabyte at least', () => {
  const limits = [...packageJson.scripts.start.matchAll(/--max-old-space-size=(\d+)/g)].map(([, mb]) =>
    Number(mb),
  )
  expect(limits.every((mb) => mb >= 1024)).toBe(true)
})
