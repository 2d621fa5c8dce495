import { describe, expect, it } from 'vitest'
import {
  countOf,
  formatAbn,
  formatCents,
  formatChange,
  formatCost,
  formatDecimal,
  formatDuration,
  formatMoney,
  formatPercent,
  formatPhone,
  formatPoints,
  formatRate,
  formatSize,
} from './format.ts'

describe('formatPhone', () => {
  it.each([
    ['+61491570156', '0491 570 156'],
    ['+61255501234', '(02) 5550 1234'],
    ['+61370101234', '(03) 7010 1234'],
    ['+611300975707', '1300 975 707'],
    ['+61131450', '13 14 50'],
    ['+6421555123', '+6421555123'],
    ['', '–'],
    [null, '–'],
  ])('%s reads %s', (phone, text) => {
    expect(formatPhone(phone)).toBe(text)
  })
})

it('sets an ABN in its groups and leaves anything else alone', () => {
  expect(formatAbn('23990000014')).toBe('23 990 000 014')
  expect(formatAbn(' 23 990 000014')).toBe('23 990 000 014')
  expect(formatAbn('on request')).toBe('on request')
})

describe('numbers', () => {
  // Covers: create-edit-campaign-5
  it('sets rates with three decimals', () => {
    expect(formatRate('6.140')).toBe('6.14% p.a.')
    expect(formatRate('6.145')).toBe('6.145% p.a.')
    expect(formatRate('6')).toBe('6.00% p.a.')
    expect(formatRate('6.14', 'p.a. variable')).toBe('6.14% p.a. variable')
    expect(formatRate(null)).toBe('–')
    expect(formatRate('abc')).toBe('–')
  })
  // Covers: call-details-7
  it('sets durations as minutes and seconds', () => {
    expect(formatDuration(185)).toBe('3:05')
    expect(formatDuration(0)).toBe('0:00')
    expect(formatDuration(59.6)).toBe('1:00')
    expect(formatDuration(3725)).toBe('1:02:05')
    expect(formatDuration(null)).toBe('–')
  })
  it('sets money, percent and counts', () => {
    expect(formatMoney('1250000')).toBe('$1,250,000')
    expect(['0.0145', '0.014', '12.5', '1234', 'x'].map((amount) => formatCost(amount, 'USD'))).toEqual([
      'US$0.0145',
      'US$0.014',
      'US$12.50',
      'US$1,234.00',
      '–',
    ])
    expect([formatCost('1', null), formatCost('1', 'AUD'), formatCost('1', 'EUR')]).toEqual([
      '1.00',
      '$1.00',
      'EUR 1.00',
    ])
    expect(formatPercent(5.2)).toBe('5.2%')
    expect([7, 42.3, 0, 100, (23 / 80) * 100].map(formatPercent)).toEqual([
      '7.0%',
      '42.3%',
      '0.0%',
      '100.0%',
      '28.8%',
    ])
    expect([12, 5.2].map(formatChange)).toEqual(['12%', '5.2%'])
    expect([840, 14.25, null].map(formatDecimal)).toEqual(['840.0', '14.3', '–'])
    expect([-7.2, 0.04, 1.25].map(formatPoints)).toEqual(['−7.2 points', '0.0 points', '+1.3 points'])
    expect(formatCents('12.504', 'AUD')).toBe('$12.50')
    expect([0, 1, 12, 655_360, 1_048_000, 1_258_291, 10_485_760, 3_400_000_000].map(formatSize)).toEqual([
      ...['0 kB', '1 kB', '1 kB', '640 kB', '1.0 MB', '1.2 MB', '10.0 MB', '3.2 GB'],
    ])
    expect(countOf(1, 'broker')).toBe('1 broker')
    expect(countOf(1204, 'broker')).toBe('1,204 brokers')
  })
})
