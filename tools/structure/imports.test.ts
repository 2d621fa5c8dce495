import { describe, expect, it } from 'vitest'
import { checkImports } from './imports.ts'

const check = (path: string, text: string) => checkImports([{ path, text }])

describe('who may import whom', () => {
  it('lets a module import up the order and refuses the way down', () => {
    expect(
      check('server/modules/calls/service.ts', "import { x } from '#server/modules/brokers/views.ts'"),
    ).toEqual([])
    expect(
      check('server/modules/brokers/service.ts', "import { x } from '#server/modules/calls/views.ts'"),
    ).toHaveLength(1)
  })

  it('keeps the machinery free of the product and the tables of a module its own', () => {
    expect(check('server/platform/log.ts', "import { x } from '#server/ctx.ts'")).toHaveLength(1)
    expect(
      check('server/modules/calls/service.ts', "import { x } from '#server/modules/brokers/store.ts'"),
    ).toHaveLength(1)
  })

  it('lets only the configuration read the environment', () => {
    expect(check('server/modules/calls/service.ts', 'const x = process.env.X')).toHaveLength(1)
  })
})
