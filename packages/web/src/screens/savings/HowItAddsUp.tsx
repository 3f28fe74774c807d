import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Popover } from '@kept/ui/controls/Popover.tsx'
import { overlapOf, totalsOf } from './inbox-groups.ts'

/** From the recommendations one by one to the headline, which counts no money twice. */
export function HowItAddsUp({ recommendations }: { recommendations: readonly RecommendationWithAlternatives[] }) {
  const totals = totalsOf(recommendations)
  if (totals.length === 0) return null
  return (
    <Popover
      label="How this adds up"
      className="w-80 p-3 text-small"
      trigger={
        <Button size="small" tone="quiet">
          How this adds up
        </Button>
      }
    >
      {totals.map(({ currency, monthly_savings: total }) => {
        const { alone, overlapping, alternatives } = overlapOf(recommendations, currency)
        return (
          <dl key={currency} className="mb-2 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 last:mb-0">
            <dt>Every recommendation on its own</dt>
            <dd className="figure text-right">{formatMoneyExact(alone, currency)}</dd>
            <dt className="text-soft">Less {counted(alternatives, 'other option')} on the same money</dt>
            <dd className="figure text-right">−{formatMoneyExact(overlapping, currency)}</dd>
            <dt className="border-rule border-t pt-1 font-semibold">Counted once</dt>
            <dd className="figure border-rule border-t pt-1 text-right font-semibold">
              {formatMoneyExact(total, currency)}
            </dd>
          </dl>
        )
      })}
    </Popover>
  )
}
