/** How the application looks to this person on this machine: theme and density, kept in the browser. */
import { useSyncExternalStore } from 'react'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const densities = ['comfortable', 'compact'] as const
type Density = (typeof densities)[number]

export interface Appearance {
  theme: Theme
  density: Density
}

/** boot.js reads the same name before the first paint. */
const storageName = 'kept.appearance'
const listeners = new Set<() => void>()
let current: Appearance | undefined

/** What is stored, as far as it makes sense. */
export function readAppearance(stored: string | null): Appearance {
  let parsed: Partial<Appearance> = {}
  try {
    parsed = JSON.parse(stored ?? '{}') ?? {}
  } catch {
    // Nonsense in the storage is the same as nothing.
  }
  return {
    theme: themes.find((theme) => theme === parsed.theme) ?? 'system',
    density: densities.find((density) => density === parsed.density) ?? 'comfortable',
  }
}

export function useAppearance(): Appearance {
  return useSyncExternalStore((changed) => {
    listeners.add(changed)
    return () => listeners.delete(changed)
  }, now)
}

/** Takes effect at once; returns false when the browser did not store it, so that the screen can say so. */
export function setAppearance(change: Partial<Appearance>): boolean {
  current = { ...now(), ...change }
  apply(current)
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(storageName, JSON.stringify(current))
    return true
  } catch {
    return false
  }
}

/** Follows the system while the theme is left to it. */
export function watchSystemTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(now()))
}

function now(): Appearance {
  current ??= readAppearance(stored())
  return current
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageName)
  } catch {
    return null
  }
}

function apply({ theme, density }: Appearance): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  document.documentElement.dataset.density = density
}
