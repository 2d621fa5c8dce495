// Reloads the page when the server can be reached. A link to the same address would lose typed text: forms restore it only
// after a reload (use-typed-texts.ts).
const CHECK_MS = 5_000
let timer

function reload() {
  clearInterval(timer)
  location.reload()
}

async function check() {
  if (!navigator.onLine || document.visibilityState === 'hidden') return
  const response = await fetch('/readyz', { cache: 'no-store' }).catch(() => null)
  if (response?.ok) reload()
}

document.getElementById('try-again').addEventListener('click', reload)
// at its own address the page would reload without end
if (location.pathname !== '/offline') {
  timer = setInterval(check, CHECK_MS)
  addEventListener('online', check)
  document.addEventListener('visibilitychange', check)
}
