import { describe, expect, it } from 'vitest'
import { blankTexts } from '#contract/brokers/broker-fields.ts'
import { type MergeableRecord, mergedFields } from './merge-brokers.rules.ts'

const blank: MergeableRecord = {
  ...blankTexts,
  name: 'Petra Novak',
  region: null,
  bdmId: null,
  callBasis: 'relationship',
  callBasisAt: null,
  callBasisSource: null,
  numberSource: null,
  suspendedAt: null,
}
const other: MergeableRecord = {
  ...blank,
  name: 'P. Novak',
  phone: '+61491570156',
  numberSource: 'the list of our panel',
  email: 'petra@example.com',
  region: 'NSW',
  postcode: '2880',
  callBasis: 'express',
  callBasisAt: new Date('2026-10-01T00:00:00Z'),
  callBasisSource: 'Conference form',
}

describe('the record that two records become', () => {
  // Covers: brokers-23
  it('keeps its own and fills only blanks', () => {
    expect(mergedFields({ ...blank, email: 'novak@example.com' }, other, [])).toEqual({
      phone: '+61491570156',
      numberSource: 'the list of our panel',
      region: 'NSW',
      postcode: '2880',
      suspendedAt: null,
      bdmId: null,
    })
  })

  it('keeps its BDM, or takes the other’s where it has none', () => {
    expect(mergedFields({ ...blank, bdmId: 3 }, { ...other, bdmId: 5 }, []).bdmId).toBe(3)
    expect(mergedFields(blank, { ...other, bdmId: 5 }, []).bdmId).toBe(5)
  })

  it('takes what was chosen, and parts as a whole', () => {
    const target = { ...blank, region: 'VIC', postcode: '3000', email: 'novak@example.com' }
    expect(mergedFields(target, other, ['name', 'email', 'place'])).toMatchObject({
      name: 'P. Novak',
      email: 'petra@example.com',
      region: 'NSW',
      postcode: '2880',
    })
  })

  // Covers: brokers-23
  it('never fills in consent by itself, and takes it with its day and source', () => {
    expect(mergedFields({ ...blank, callBasis: 'none' }, other, [])).not.toHaveProperty('callBasis')
    expect(mergedFields(blank, other, ['callBasis'])).toMatchObject({
      callBasis: 'express',
      callBasisAt: other.callBasisAt,
      callBasisSource: 'Conference form',
    })
  })

  it('does not empty a part that the other record leaves blank', () => {
    expect(mergedFields({ ...blank, company: 'Novak Broking' }, other, ['company'])).not.toHaveProperty(
      'company',
    )
  })

  it('stays suspended when either was, since the earlier day', () => {
    const [early, late] = [new Date('2026-01-01'), new Date('2026-02-01')]
    expect(
      mergedFields({ ...blank, suspendedAt: late }, { ...other, suspendedAt: early }, []).suspendedAt,
    ).toBe(early)
    expect(mergedFields(blank, { ...other, suspendedAt: late }, []).suspendedAt).toBe(late)
  })
})
