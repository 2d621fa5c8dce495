/** One line, area or bar of a chart. */
export interface Series<Row> {
  key: Extract<keyof Row, string>
  label: string
  tone: 'red' | 'amber' | 'green' | 'blue' | 'grey' | 'primary'
}

/** As the tokens say; both themes follow by themselves. */
export const toneColour = (tone: Series<never>['tone']): string => `var(--bl-${tone})`
