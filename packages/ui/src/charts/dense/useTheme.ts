import { useEffect, useState } from 'react'

/** The theme of the page: a canvas must watch it by itself. */
export function useTheme(): string {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? '')
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset.theme ?? ''))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}
