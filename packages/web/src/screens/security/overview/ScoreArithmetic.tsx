import type { SecurityOverview } from '@kept/contract/routes/security.ts'
import { checkWeights } from '@kept/domain/security-check.ts'
import { formatCount } from '@kept/foundation/format/number.ts'

interface ScoreArithmeticProps {
  score: SecurityOverview['score']
  failing: SecurityOverview['checks']
}

/** "30 points possible − 10 Every admin has a second factor = 20, which is 66 of 100". */
export function ScoreArithmetic({ score, failing }: ScoreArithmeticProps) {
  return (
    <p className="mt-3 flex flex-wrap gap-x-4 gap-y-1 text-small text-soft">
      <span>
        <b className="figure font-semibold text-ink">{formatCount(score.possible)}</b> points possible
      </span>
      {failing.map(({ id, title, severity }) => (
        <span key={id}>
          − <b className="figure font-semibold text-ink">{checkWeights[severity]}</b> {title}
        </span>
      ))}
      <span>
        = <b className="figure font-semibold text-ink">{formatCount(score.earned)}</b>, which is {score.value} of 100
      </span>
    </p>
  )
}
