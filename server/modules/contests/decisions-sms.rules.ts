// Decides the text of the SMS with the link to the decisions about a person: one message.

/** Asked for, so that it offers no opt-out. */
export const decisionsSms = ({ lender, url }: { lender: string; url: string }): string =>
  `${lender}: decisions our programs made about you, and how to contest them: ${url}`
