// Runs before anything is painted, so that nobody who prefers the dark is flashed at. It blocks, so it stays small;
// the same words are read by appearance.ts. A separate file, because the page allows no inline script.
;(() => {
  let chosen = {}
  try {
    chosen = JSON.parse(localStorage.getItem('kept.appearance') ?? '{}')
  } catch {
    // Storage may be forbidden or hold nonsense: the system's wish decides then.
  }
  const dark =
    chosen.theme === 'dark' || (chosen.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = chosen.density === 'compact' ? 'compact' : 'comfortable'
})()
