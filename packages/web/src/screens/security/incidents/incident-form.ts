import type { IncidentFields } from '@kept/domain/security-incident.ts'

/** "1,250.50": only between thousands, because "318,50" is not 31,850. */
const grouped = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/

/** Null: not known. The currency alone says nothing. */
export function impactOfForm(amount: string, currency: string): IncidentFields['impact'] {
  const typed = amount.trim()
  if (typed === '') return null
  return { amount: grouped.test(typed) ? typed.replaceAll(',', '') : typed, currency: currency.trim().toUpperCase() }
}

/** One on each line, each once. */
export function resourcesOfForm(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}
