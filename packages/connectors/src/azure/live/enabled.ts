/** Azure writes "Enabled" and "Disabled", in several cases; undefined when it writes neither. */
export function isEnabled(setting: string | null | undefined): boolean | undefined {
  if (/^enabled$/i.test(setting ?? '')) return true
  return /^disabled$/i.test(setting ?? '') ? false : undefined
}
