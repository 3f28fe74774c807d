import type { Recommendation, RuleDescription, RuleEvaluation } from '@kept/domain/recommendation.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { Section } from '../../shell/Page.tsx'

const everyTwoSeconds = 2000

/** The recommendation with the largest savings and its evidence, or the rules that found nothing and why. */
export function FirstRecommendation() {
  const query = useQuery({
    ...api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }),
    // The rules begin when the bill is in, and end without a word to the page.
    refetchInterval: ({ state }) => (state.data?.meta.evaluated_at === null ? everyTwoSeconds : false),
  })
  return (
    <Section title="Savings found">
      <Loaded query={query} failed="Recommendations could not be loaded." loading={<SkeletonRows rows={3} />}>
        {({ data, meta }) => {
          if (meta.evaluated_at === null) {
            return (
              <p role="status" className="py-4 text-body text-soft">
                Analyzing your bill. Recommendations appear here.
              </p>
            )
          }
          const [first] = data
          if (first) return <One recommendation={first} otherCount={data.length - 1} />
          return <None outcomes={meta.outcomes} rules={meta.rules} />
        }}
      </Loaded>
    </Section>
  )
}

function One({ recommendation, otherCount }: { recommendation: Recommendation; otherCount: number }) {
  return (
    <article aria-label="Your first recommendation" className="py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-serif text-display">{recommendation.title}</h3>
        <span className="figure text-lead">
          <EstimateRange recommendation={recommendation} />
          {recommendation.monthly_savings !== null && <span className="text-small text-soft"> a month (estimate)</span>}
        </span>
      </div>
      <p className="mt-2 max-w-prose text-pretty text-body">{recommendation.summary}</p>
      <dl className="mt-3 max-w-prose divide-y divide-rule border-rule border-y">
        {recommendation.evidence.slice(0, 4).map(({ label, value, unit }) => (
          <div key={`${label} ${value}`} className="flex justify-between gap-4 py-1.5">
            <dt className="text-small text-soft">{label}</dt>
            <dd className="figure min-w-0 break-words text-right font-mono text-small">
              {value}
              {unit ? <span className="text-faint"> {unit}</span> : null}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Link to="/savings" search={{ recommendation: recommendation.id }} className={buttonClass('primary')}>
          View evidence
        </Link>
        <Link to={otherCount > 0 ? '/savings' : '/dashboard'} className={buttonClass('quiet')}>
          {otherCount > 0 ? `${counted(otherCount, 'more recommendation')}` : 'View costs'}
        </Link>
      </p>
    </article>
  )
}

const maxRules = 5

/** An empty result is never silent. */
function None({ outcomes, rules }: { outcomes: readonly RuleEvaluation[]; rules: readonly RuleDescription[] }) {
  const looked = outcomes
    .filter((outcome) => outcome.evaluated_count > 0)
    .toSorted((a, b) => b.evaluated_count - a.evaluated_count)
  const title = (id: string) => rules.find((rule) => rule.id === id)?.title ?? id
  return (
    <div className="py-2">
      <p className="max-w-prose text-pretty text-body">
        {counted(outcomes.length, 'rule')} found no savings in your bill. {looked.length} applied to your bill:
      </p>
      <ul className="mt-3 max-w-prose divide-y divide-rule border-rule border-y">
        {looked.slice(0, maxRules).map((outcome) => (
          <li key={outcome.rule} className="py-1.5 text-small">
            <span className="flex justify-between gap-4">
              <span className="font-medium">{title(outcome.rule)}</span>
              <span className="figure text-soft">{formatCount(outcome.evaluated_count)} evaluated</span>
            </span>
            {outcome.skip_reasons[0] && <span className="block text-soft">{outcome.skip_reasons[0]}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Link to="/dashboard" className={buttonClass('primary')}>
          View costs
        </Link>
        <Link to="/savings" className={buttonClass('quiet')}>
          View all rules and skip reasons
        </Link>
      </p>
    </div>
  )
}
