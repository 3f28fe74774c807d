/** What failing resources would also save, for screens. Empty for those who may not read recommendations. */
import type { SecurityScanResult } from '@kept/contract/routes/security-scans.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

type Savings = SecurityScanResult['also_saves']

/** "$15.25 plus €7.00": amounts of two currencies have no sum. Empty when nothing is saved. */
export function formatSavings(savings: Savings): string {
  return (savings ?? []).map(({ monthly_savings, currency }) => formatMoney(monthly_savings, currency)).join(' plus ')
}

export function alsoSaves({ also_saves }: Pick<SecurityScanResult, 'also_saves'>): boolean {
  return (also_saves ?? []).length > 0
}

/** "2 of 3 failing checks also save money: "; the amount follows. */
export function describeSaving(results: readonly SecurityScanResult[]): string {
  const failing = results.filter(({ status }) => status === 'fail')
  const saving = failing.filter(alsoSaves).length
  return `${saving} of ${failing.length} failing checks also ${saving === 1 ? 'saves' : 'save'} money: `
}
