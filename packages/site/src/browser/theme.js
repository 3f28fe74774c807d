// Runs before anything is painted. The same choice as in the dashboard; a separate file, because no page has script in it.
;(() => {
  let chosen = {}
  try {
    chosen = JSON.parse(localStorage.getItem('kept.appearance') ?? '{}') ?? {}
  } catch {
    // Storage may be forbidden or hold nonsense: the system's wish decides then.
  }
  const root = document.documentElement
  const dark =
    chosen.theme === 'dark' || (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  root.classList.add('js')
})()
