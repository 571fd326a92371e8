// Runs before the first paint, so that a chosen theme does not flash. The page's policy allows no inline script.
try {
  const theme = localStorage.getItem('simten.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // No storage: the theme follows the system.
}
