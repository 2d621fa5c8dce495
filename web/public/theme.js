// Runs before the first paint, so that a chosen theme does not flash; web/lib/theme.ts does the rest.
try {
  const theme = localStorage.getItem('brokerline.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // without storage the operating system decides
}
