import { useEffect, useState } from 'react'

/** Returns the theme of the page, and updates when it changes. */
export function useTheme(): string {
  const [theme, setTheme] = useState(document.documentElement.dataset.theme ?? '')
  useEffect(() => {
    const observer = new MutationObserver(() => setTheme(document.documentElement.dataset.theme ?? ''))
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => observer.disconnect()
  }, [])
  return theme
}
