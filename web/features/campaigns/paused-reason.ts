/** The reason that a campaign gives for its pause, split into text and failed calls. */
export function pausedWords(reason: string): { text: string; calls: number[] } {
  const [, text = '', list = ''] = /^(.*?):? calls ((?:#\d+(?:, )?)+)\.$/.exec(reason) ?? []
  if (text === '') return { text: reason, calls: [] }
  return { text: `${text}.`, calls: [...list.matchAll(/#(\d+)/g)].map(([, id]) => Number(id)) }
}
