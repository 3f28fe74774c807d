import type { Recommendation } from '@kept/domain/recommendation.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import { LevelMark } from '../../savings/levels.tsx'

interface OptionsProps {
  /** The one that is shown. */
  recommendation: Recommendation
  alternatives: readonly Recommendation[]
  onOpen(id: string): void
}

/** The options for one resource, compared; only one of them is counted. */
export function Options({ recommendation, alternatives, onOpen }: OptionsProps) {
  const options = [recommendation, ...alternatives].toSorted(
    (a, b) => Number(a.counted_in !== '') - Number(b.counted_in !== ''),
  )
  return (
    <>
      <p className="mb-1 text-small text-soft">These save the same money, so totals count one of them.</p>
      <table aria-label="Options compared" className="w-full text-small">
        <thead className="text-left text-micro text-soft">
          <tr>
            <th className="py-1 font-normal">Option</th>
            <th className="py-1 text-right font-normal">Saves a month</th>
            <th className="py-1 pl-3 font-normal">Effort</th>
            <th className="py-1 pl-3 font-normal">Risk</th>
          </tr>
        </thead>
        <tbody className="divide-y divide-rule border-rule border-t">
          {options.map((option) => (
            <tr key={option.id} className={option.id === recommendation.id ? 'bg-fact-wash' : undefined}>
              <td className="py-1.5">
                {option.id === recommendation.id ? (
                  <span className="font-medium">{option.title}</span>
                ) : (
                  <button type="button" className="text-left underline" onClick={() => onOpen(option.id)}>
                    {option.title}
                  </button>
                )}
                <span className="block text-micro text-faint">
                  {option.counted_in === '' ? 'Counted' : 'Overlaps, not counted'}
                </span>
              </td>
              <td className="figure py-1.5 text-right align-top">
                {option.monthly_savings === null
                  ? 'Not estimated'
                  : formatMoney(option.monthly_savings, option.currency)}
              </td>
              <td className="py-1.5 pl-3 align-top">
                <LevelMark level={option.effort} />
              </td>
              <td className="py-1.5 pl-3 align-top">
                <LevelMark level={option.risk} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
