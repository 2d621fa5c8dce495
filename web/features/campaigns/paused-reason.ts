/** What a campaign says of its own pause, taken apart: the words, and the calls that failed. */
export function pausedWords(reason: string): { text: string; calls: number[] } {
  const [, text = '', list = ''] = /^(.*?):? calls ((?:#\d+(?:, )?)+)\.$/.exec(reason) ?? []
  if (text === '') return { text: reason, calls: [] }
  return { text: `${text}.`, calls: [...list.matchAll(/#(\d+)/g)].map(([, id]) => Number(id)) }
}
