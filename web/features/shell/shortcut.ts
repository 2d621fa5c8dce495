/** How the platform writes a shortcut: '⌘K' on Apple's, 'Ctrl K' elsewhere. */
export function shortcutLabel(key: string, platform = navigator.platform): string {
  return /Mac|iPhone|iPad/.test(platform) ? `⌘${key}` : `Ctrl ${key}`
}
