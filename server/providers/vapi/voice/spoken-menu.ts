const KEY = /\bpress(?:ing)? (?:1|2|3|one|two|three)\b/i
const CHOICES = [/\blinks?\b/i, /\b(?:meetings?|appointments?)\b/i, /\baccreditation\b/i]

/** Whether the assistant's line offers the menu. The greeting names only the keys 4 and 0. */
export function offersMenu(line: string): boolean {
  return KEY.test(line) || CHOICES.filter((choice) => choice.test(line)).length > 1
}
