/** An event's key, made here because Vapi's messages have no ids. */
export const keyOf = (vapiId: string, ...parts: string[]): string => ['vapi', vapiId, ...parts].join(':')
