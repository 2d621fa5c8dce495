// Runs before the first paint. Whoever will see the sign-in reads its heading while the portal's own script is on its way;
// a signed-in broker, and another page of the portal, would see it only to lose it.
try {
  const isSignIn = location.pathname === '/broker-portal' && !/[?&](forgot|view)=/.test(location.search)
  if (isSignIn && localStorage.getItem('brokerToken') === null)
    document.documentElement.dataset.first = 'sign-in'
} catch {
  // without storage nobody stays signed in, and nobody knows yet
}
