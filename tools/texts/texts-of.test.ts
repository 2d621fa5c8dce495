import { describe, expect, it } from 'vitest'
import { textsOf } from './texts-of.ts'

const textsIn = (text: string, path = 'web/features/Example.tsx'): string[] =>
  textsOf({ path, text }).map((found) => `${found.line} ${found.text}`)

describe('the list of texts', () => {
  it('finds what stands between tags and in attributes that are shown', () => {
    const source = `const x = (
      <Field label="Name" className="mt-2 flex" hint={open ? 'Yes' : \`No, \${count} left\`}>
        Save changes
      </Field>
    )`
    expect(textsIn(source)).toEqual(['2 Name', '2 Yes', '2 No, {…} left', '3 Save changes'])
  })

  it('finds sentences wherever they stand, and words only where they are shown', () => {
    const source = `import x from 'some module name'
      throw new AppError('conflict', 'This campaign is paused.')
      const option = { value: 'paused', label: 'Paused' }`
    expect(textsIn(source, 'server/modules/campaigns/campaigns.ts')).toEqual([
      '2 This campaign is paused.',
      '3 Paused',
    ])
  })

  it('leaves out what machines and operators read', () => {
    const source = `sql\`select name from brokers\`
      log.warn({ err }, 'the mail server did not answer')
      throw new Error('call missing right after insert')
      type Name = 'a type name'
      emit('call.finished')
      const look = cn('flex items-center gap-2')`
    expect(textsIn(source, 'server/modules/calls/end.ts')).toEqual([])
  })
})
