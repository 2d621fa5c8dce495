import { describe, expect, test } from 'vitest'
import { createMentionFinder } from './find-mentions.rules.ts'

const find = (name: string, title: string, company: string | null = null): string[] =>
  createMentionFinder([{ id: 1, name, company }])({
    id: 1,
    url: 'https://news.example/1',
    title,
    summary: '',
  }).map(({ phrase }) => phrase)

describe('a broker is named', () => {
  // Covers: surveillance-11
  test.each([
    ['Dana Whitlock', 'Regulator cancels Dana Whitlock’s licence'],
    ['Dana Whitlock', "Regulator cancels Dana Whitlock's licence"],
    ['Dana Whitlock', 'Dana Whitlocks’ clients complained'],
    ['James Andrews', 'James Andrews’ licence was cancelled'],
    ['Dana Whitlock', 'DANA WHITLOCK BANNED FOR FIVE YEARS'],
    ['Dana Whitlock', 'Banned: Dana Marie Whitlock, of Sydney'],
    ['Dana Whitlock', 'Banned: Dana M. Whitlock'],
    ['Dana Marie Whitlock', 'Dana Whitlock was banned'],
    ['Dana Marie Whitlock', 'Dana M Whitlock was banned'],
    ['Dana Whitlock', 'WHITLOCK, Dana Marie (Sydney)'],
    ['Dana Whitlock', 'Banned: Whitlock, Dana; Brown, Tom; Lee, Mark'],
    ['Dana Whitlock', 'The bans of Brown, Tom; Whitlock, Dana'],
    ['Whitlock, Dana', 'Dana Whitlock was banned'],
    ['Dr Dana Whitlock', 'Ms. Dana Whitlock was banned'],
    ['Dana Whitlock', 'Tom Brown, Dana Whitlock and Mark Lee were banned'],
    ['Mark Lee', 'Tom Brown, Dana Whitlock and Mark Lee were banned'],
    ['Zoë Delaney-Roach', 'Zoe Delaney-Roach was banned'],
    ['Zoe Delaney Roach', 'Zoë Delaney–Roach’s and Zoë Delaney-Roach’s firms'],
    ['Sean O’Brien', "Sean O'Brien's firm"],
    ['Jan van der Berg', 'Jan van der Berg was fined'],
    ['Zhang Wei', 'ASIC bans Zhang Wei'],
    ['Wei Zhang', 'ASIC bans Wei Zhang'],
    ['Wei (Vivian) Zhang', 'ASIC bans Vivian Zhang'],
    ['M.A.D. Karunaratne', 'ASIC bans M.A.D. Karunaratne'],
    ['Minh Tuan Le', 'ASIC bans Minh Tuan Le'],
  ])('%s by "%s"', (name, text) => {
    expect(find(name, text)).toHaveLength(1)
  })
})

describe('a broker is not named', () => {
  // Covers: surveillance-11
  test.each([
    ['Dana Whitlock', 'The regulator banned Tom Whitlock, Dana Brown and Mark Lee.'],
    ['Whitlock Dana', 'The regulator banned Tom Whitlock, Dana Brown and Mark Lee.'],
    ['Dana Whitlock', 'Council meets Tom Whitlock. Dana Brown was banned from the pool.'],
    ['Brown Mark', 'Dana Brown and Mark Lee'],
    ['Dana Mark', 'Dana and Mark Whitlock'],
    ['Dana Mark', 'Dana & Mark Whitlock'],
    ['Dana Mark', 'Dana or Mark Whitlock'],
    ['Dana Brown', 'Whitlock (Dana) Brown'],
    ['Dana Whitlock', 'Banned: Whitlock, Dana Brown, and Lee'],
    ['Dana Whitlock', 'Dana\nWhitlock Street'],
    ['Dana Whitlock', 'Dana; Whitlock'],
    ['Dana Whitlock', 'Dana Whitlock-Brown was banned'],
    ['Dana Whitlock', 'Anna-Dana Whitlock was banned'],
    ['Dana Marie Whitlock', 'Dana Louise Whitlock was banned'],
    ['Dana Whitlock', 'Dana met Mr Whitlock'],
    ['Dana Whitlocks', 'Dana Whitlock was banned'],
    ['Will Price', 'Rates will price out buyers'],
    ['Jan Berg', 'Jan van der Berg was fined'],
    ['Whitlock', 'Whitlock was banned'],
  ])('%s by "%s"', (name, text) => {
    expect(find(name, text)).toEqual([])
  })

  // Covers: surveillance-11
  test('by the end of the title and the start of the summary', () => {
    const finder = createMentionFinder([{ id: 1, name: 'Whitlock Dana', company: null }])
    const item = {
      id: 1,
      url: 'https://news.example/1',
      title: 'Council meets Tom Whitlock',
      summary: 'Dana Brown was banned',
    }
    expect(finder(item)).toEqual([])
  })
})

describe('a company', () => {
  // Covers: surveillance-11
  test.each([
    ['Harbour Home Loans P/L', 'Harbour Home Loans was charged', true],
    ['Harbour Home Loans Pty Ltd ATF Oak Trust', "Harbour Home Loans' director", true],
    ['Tallowbark P/L T/As Bright Home Loans', 'Bright Home Loans was charged', true],
    ['Wattle & Co Mortgages', 'Wattle and Co Mortgages was charged', true],
    ['Zenwick Pty Ltd', 'Zenwick Pty Ltd was charged', true],
    ['Zenwick Pty Ltd', 'Zenwick was charged', false],
    ['Harbour Home Loans', 'In the harbour, home loans are cheap', false],
  ])('%s is named by "%s": %s', (company, text, isNamed) => {
    expect(find('Q', text, company)).toHaveLength(isNamed ? 1 : 0)
  })
})
