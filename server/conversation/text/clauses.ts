// Marks clause boundaries that have no punctuation.

const VERB =
  '(?:i|im|ill|id|ive|you|we|were|please|just|send|text|book|call|ring|phone|stop|dont|take|remove|who|what|where|how|why|when|tell|can|could|let|lets|put|make|then|also|get|go|try|delete|never|do|if|turn|switch|he|she|they|its|theres)'
const BOUNDARIES: readonly RegExp[] = [
  / (?:but|so|because|although|though|unless|whereas|otherwise|plus)(?= )/g,
  new RegExp(` and(?= ${VERB} )`, 'g'),
  / (?<! (?:what|whats|who|where|when|why|how|which|if|that|time|times|and|or|than|like|as|case|cause|hear|glad|wish|long|much|soon|day|know|sure) )(?=(?:can|could|would|will|may) (?:you|i|we|someone|somebody) )/g,
  / (?<! (?:what|whats|who|where|when|why|how|which|if|that|and|or|see|know|ask|wondering|sure|say|times|rates|long|much|many) )(?=(?:do you|did you|are you|have you|is this|is that|is it|is there|was that|did someone|did somebody|who is|whos|what is|whats|what are|what was|where is|wheres|where did|how did|how do|how much|how long|why are|why is|why do|what do|what does|who are|who gave|who am|am i) )/g,
]

export const withClauses = (words: string): string =>
  BOUNDARIES.reduce((text, boundary) => text.replaceAll(boundary, ' | '), words)
    .replaceAll(/ +/g, ' ')
    .replaceAll(/(?: \|)+(?= )/g, ' |')
