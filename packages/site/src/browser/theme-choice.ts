/** The theme setting (light, dark or system), shared with the dashboard through local storage. */
const storageName = 'kept.appearance'

export function startTheme(choice: HTMLElement): void {
  const select = choice.querySelector('select')
  if (!select) return
  const system = matchMedia('(prefers-color-scheme: dark)')
  const apply = (): void => {
    const dark = select.value === 'dark' || (select.value === 'system' && system.matches)
    document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  }
  const chosen = stored().theme
  select.value = chosen === 'light' || chosen === 'dark' ? chosen : 'system'
  choice.hidden = false
  system.addEventListener('change', apply)
  select.addEventListener('change', () => {
    apply()
    try {
      localStorage.setItem(storageName, JSON.stringify({ ...stored(), theme: select.value }))
    } catch {
      // Storage is blocked, so the choice applies to this page only.
    }
  })
}

function stored(): { theme?: unknown } {
  try {
    return JSON.parse(localStorage.getItem(storageName) ?? '{}') ?? {}
  } catch {
    return {}
  }
}
