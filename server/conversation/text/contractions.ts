/** Contractions in one form: 'do not' and "don't" are both 'dont'. */
const CONTRACTIONS: readonly [RegExp, string][] = [
  [/(?<=[ (|[])(?:do not|don t|dnt|donot|do nt|do nit|donnt|dun|dont)(?=[ )|\]])/g, 'dont'],
  [/(?<=[ (|[])(?:can not|cannot|can t|cant)(?=[ )|\]])/g, 'cant'],
  [/(?<=[ (|[])(?:will not|won t)(?=[ )|\]])/g, 'wont'],
  [
    /(?<=[ (|[])(is|are|was|were|has|have|had|does|did|would|could|should|ai) (?:not|n t|nt)(?=[ )|\]])/g,
    '$1nt',
  ],
  [/(?<=[ (|[])(?:i am(?! \|)|i m)(?=[ )|\]])/g, 'im'],
  [/(?<=[ (|[])(?:i will|i shall|i ll)(?=[ )|\]])/g, 'ill'],
  [
    /(?<=[ (|[])(?:(?<!(?:can|could|may|shall|should|do|did|will|would|might|if) )i have(?! to[ )|\]])|i ve)(?=[ )|\]])/g,
    'ive',
  ],
  [/(?<=[ (|[])(?:i would|i d)(?=[ )|\]])/g, 'id'],
  [/(?<=[ (|[])(he|she|it|that|there|what|who|where|here|how|when|when) (?:is|s)(?=[ )|\]])/g, '$1s'],
  [/(?<=[ (|[])(you|we|they) (?:are|re)(?=[ )|\]])/g, '$1re'],
  [/(?<=[ (|[])(you|we|they) (?:have(?! to[ )|\]])|ve)(?=[ )|\]])/g, '$1ve'],
  [/(?<=[ (|[])(you|they) (?:will|ll)(?=[ )|\]])/g, '$1ll'],
  [/(?<=[ (|[])(?:we will|we ll)(?=[ )|\]])/g, 'we will'],
  [/(?<=[ (|[])let us(?=[ )|\]])/g, 'lets'],
  [/(?<=[ (|[])(?:cos|coz|cause|cuz)(?=[ )|\]])/g, 'because'],
]

/** Applied to utterances and to the phrases of the vocabulary. */
export const contract = (words: string): string =>
  CONTRACTIONS.reduce((text, [from, to]) => text.replaceAll(from, to), words)
