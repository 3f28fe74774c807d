import type { Finding, RuleOutcome, RuleWords } from '@kept/domain/finding.ts'
import { buttonClass } from '@kept/ui/controls/Button.tsx'
import { SkeletonRows } from '@kept/ui/controls/Skeleton.tsx'
import { counted, formatCount } from '@kept/ui/format/share.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { EstimateRange } from '../../savings/EstimateRange.tsx'
import { Section } from '../../shell/Page.tsx'

const everyTwoSeconds = 2000

/** What the first bill shows: the largest finding with its evidence, or what was looked at and why nothing was found. */
export function FirstFinding() {
  const query = useQuery({
    ...api.costOptimization.recommendations.queryOptions({ input: { status: 'open' } }),
    // The rules begin when the bill is in, and end without a word to the page.
    refetchInterval: ({ state }) => (state.data?.meta.judged_at === null ? everyTwoSeconds : false),
  })
  return (
    <Section title="What your bill shows">
      <Loaded query={query} failed="The findings could not be loaded." loading={<SkeletonRows rows={3} />}>
        {({ data, meta }) => {
          if (meta.judged_at === null) {
            return (
              <p role="status" className="py-4 text-body text-soft">
                Your bill is being looked through. What it shows appears here by itself.
              </p>
            )
          }
          const [first] = data
          if (first) return <One finding={first} others={data.length - 1} />
          return <None outcomes={meta.outcomes} rules={meta.rules} />
        }}
      </Loaded>
    </Section>
  )
}

function One({ finding, others }: { finding: Finding; others: number }) {
  return (
    <article aria-label="Your first finding" className="py-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h3 className="font-serif text-display">{finding.title}</h3>
        <span className="figure text-lead">
          <EstimateRange finding={finding} />
          {finding.monthly_saving !== null && <span className="text-small text-soft"> a month (estimate)</span>}
        </span>
      </div>
      <p className="mt-2 max-w-prose text-pretty text-body">{finding.summary}</p>
      <dl className="mt-3 max-w-prose divide-y divide-rule border-rule border-y">
        {finding.evidence.slice(0, 4).map(({ label, value, unit }) => (
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
        <Link to="/savings" search={{ finding: finding.id }} className={buttonClass('primary')}>
          All its evidence, and what to do
        </Link>
        <Link to={others > 0 ? '/savings' : '/dashboard'} className={buttonClass('quiet')}>
          {others > 0 ? `${counted(others, 'more finding')}` : 'What you spend'}
        </Link>
      </p>
    </article>
  )
}

const most = 5

/** An empty result is never silent. */
function None({ outcomes, rules }: { outcomes: readonly RuleOutcome[]; rules: readonly RuleWords[] }) {
  const looked = outcomes.filter((one) => one.looked_at > 0).toSorted((a, b) => b.looked_at - a.looked_at)
  const title = (id: string) => rules.find((rule) => rule.id === id)?.title ?? id
  return (
    <div className="py-2">
      <p className="max-w-prose text-pretty text-body">
        {counted(outcomes.length, 'rule')} went through your bill and found nothing to save. {looked.length} of them had
        something to look at:
      </p>
      <ul className="mt-3 max-w-prose divide-y divide-rule border-rule border-y">
        {looked.slice(0, most).map((one) => (
          <li key={one.rule} className="py-1.5 text-small">
            <span className="flex justify-between gap-4">
              <span className="font-medium">{title(one.rule)}</span>
              <span className="figure text-soft">{formatCount(one.looked_at)} looked at</span>
            </span>
            {one.why_not[0] && <span className="block text-soft">{one.why_not[0]}</span>}
          </li>
        ))}
      </ul>
      <p className="mt-4 flex flex-wrap items-center gap-3">
        <Link to="/dashboard" className={buttonClass('primary')}>
          What you spend
        </Link>
        <Link to="/savings" className={buttonClass('quiet')}>
          Every rule, and why it found nothing
        </Link>
      </p>
    </div>
  )
}
