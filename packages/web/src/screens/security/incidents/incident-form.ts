import type { IncidentFields } from '@kept/domain/security-incident.ts'

/** Null: not known. The currency alone says nothing. */
export function impactOfForm(amount: string, currency: string): IncidentFields['impact'] {
  const typed = amount.trim().replaceAll(',', '')
  return typed === '' ? null : { amount: typed, currency: currency.trim().toUpperCase() }
}

/** One on each line, each once. */
export function resourcesOfForm(text: string): string[] {
  const lines = text.split('\n').map((line) => line.trim())
  return [...new Set(lines.filter((line) => line !== ''))]
}
