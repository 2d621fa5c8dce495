/** One line, area or bar of a chart. */
export interface Series<Row> {
  key: Extract<keyof Row, string>
  label: string
  tone: 'red' | 'amber' | 'green' | 'blue' | 'grey' | 'primary'
}

/** A variable of tokens.css, so that it follows the theme. */
export const toneColour = (tone: Series<never>['tone']): string => `var(--bl-${tone})`
