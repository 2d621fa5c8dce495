import { describe, expect, it } from 'vitest'
import { choose } from './run-all.ts'

describe('what is run', () => {
  const all = ['bench/imports.ts', 'bench/lighthouse.ts', 'bench/pace.ts']

  it('is everything, or what is named', () => {
    expect(choose(all, [])).toEqual({ files: all, args: [] })
    expect(choose(all, ['pace', 'imports'])).toEqual({
      files: ['bench/imports.ts', 'bench/pace.ts'],
      args: [],
    })
  })

  it('gets the arguments that name no program', () => {
    expect(choose(all, ['lighthouse', '5', '/booking'])).toEqual({
      files: ['bench/lighthouse.ts'],
      args: ['5', '/booking'],
    })
  })

  it('is nothing by an unknown name, and where an argument could be for several programs', () => {
    expect(choose(all, ['lighthous'])).toBeUndefined()
    expect(choose(all, ['pace', 'lighthouse', '5'])).toBeUndefined()
    expect(choose([], [])).toBeUndefined()
  })

  it('is by the name before the first dot', () => {
    expect(choose(['test/proofs/screens.proof.ts'], ['screens'])?.files).toEqual([
      'test/proofs/screens.proof.ts',
    ])
  })
})
