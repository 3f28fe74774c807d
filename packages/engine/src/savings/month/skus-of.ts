/** The SKUs whose prices a month may need. */
import type { MonthSetup } from './setup.ts'

export function skusOf({ actions, baselines }: Pick<MonthSetup, 'actions' | 'baselines'>): string[] {
  const ofActions = actions.flatMap((action) => {
    if (action.kind === 'rightsize') return [action.from_sku, action.to_sku]
    return 'sku' in action ? [action.sku] : []
  })
  const ofBaselines = [...baselines.values()].flatMap(({ meters }) => meters.map(({ sku }) => sku))
  return [...new Set([...ofActions, ...ofBaselines])].toSorted()
}
