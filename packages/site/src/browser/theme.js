// Runs before the first paint. Uses the dashboard's setting. A separate file, because pages have no inline script.
;(() => {
  let chosen = {}
  try {
    chosen = JSON.parse(localStorage.getItem('kept.appearance') ?? '{}') ?? {}
  } catch {
    // Storage is blocked or invalid, so the system theme applies.
  }
  const root = document.documentElement
  const dark =
    chosen.theme === 'dark' || (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.classList.add('js')
})()
