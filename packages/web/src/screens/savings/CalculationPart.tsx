import type { CalculationStep, Evidence } from '@kept/domain/recommendation.ts'

const symbols: Record<CalculationStep['operator'], { symbol: string; name: string }> = {
  begin: { symbol: '', name: '' },
  add: { symbol: '+', name: 'plus' },
  subtract: { symbol: '−', name: 'minus' },
  subtract_from: { symbol: '⇄ −', name: 'this amount minus the result so far' },
  multiply: { symbol: '×', name: 'times' },
  divide: { symbol: '÷', name: 'divided by' },
  at_most: { symbol: '≤', name: 'at most' },
  at_least: { symbol: '≥', name: 'at least' },
  result: { symbol: '=', name: 'equals' },
}

/** The calculation of the estimate, step by step from the figures of the bill. */
export function CalculationPart({ evidence }: { evidence: readonly Evidence[] }) {
  const steps = evidence.flatMap(({ step, ...fact }) => (step ? [{ ...fact, ...symbols[step.operator], step }] : []))
  return (
    <ol className="divide-y divide-rule">
      {steps.map(({ label, value, unit, symbol, name, step }) => (
        <li
          key={`${step.operator} ${label}`}
          className={`flex gap-3 py-1.5 ${step.operator === 'result' ? 'border-rule-strong border-t font-semibold' : ''}`}
        >
          <span className="w-7 shrink-0 text-right font-mono text-small text-soft" title={name}>
            <span aria-hidden="true">{symbol}</span>
            <span className="sr-only">{name}</span>
          </span>
          <span className="min-w-0 flex-1 text-small text-soft">{label}</span>
          <span className="figure min-w-0 break-words text-right font-mono text-small">
            {value}
            {unit ? <span className="block font-normal text-faint text-micro">{unit}</span> : null}
          </span>
        </li>
      ))}
    </ol>
  )
}
