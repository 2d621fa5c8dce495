import { expect, it } from 'vitest'
import { checkWords } from './words.ts'

const file = (text: string) => [{ path: 'server/bell.ts', text }]

it('comments with too many odd words are refused, whatever the code and its texts say', () => {
  expect(checkWords(file('// Rings once and stores the result\nconst told = "nobody asks"'))).toEqual([])
  const [problem] = checkWords(file('// The bell is told by whoever knows\nring()'))
  expect(problem).toContain('server/bell.ts (3)')
  expect(checkWords(file('/** Nobody hears */\nring()'), 1000)).toEqual([])
})
