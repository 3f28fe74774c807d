import type { Overview } from '@kept/contract/routes/cost-optimization.ts'
import { formatWindow } from '@kept/foundation/format/day.ts'
import { formatMoney, formatMoneyExact } from '@kept/foundation/format/money.ts'
import { counted } from '@kept/foundation/format/number.ts'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { Loaded } from '../../api/Loaded.tsx'
import { ttl } from '../../api/ttl.ts'
import { useOnboarding } from '../../onboarding/useOnboarding.ts'
import { Page } from '../../shell/Page.tsx'
import { TextLink } from '../../shell/TextLink.tsx'
import { useMe } from '../../shell/useMe.ts'
import { Change } from '../../spend/Change.tsx'
import { Headline, HeadlineLoading } from '../../spend/Headline.tsx'
import { UploadFirst } from '../../uploads/UploadFirst.tsx'
import { LargestRecommendations } from './LargestRecommendations.tsx'
import { NextSteps } from './NextSteps.tsx'
import { OnboardingProgress } from './OnboardingProgress.tsx'

/** The start page: spend, potential savings, and next steps. */
export function StartScreen() {
  const overview = useQuery(api.costOptimization.overview.queryOptions({ input: {}, staleTime: ttl.overview }))
  const me = useMe().data
  const { steps, isDismissed, skip } = useOnboarding()
  const showsOnboarding = steps !== null && !isDismissed && steps.some(({ state }) => state !== 'done')
  return (
    <Page title={me ? `${greeting(me.user.full_name)} · ${me.organization.name}` : 'Home'} quietTitle>
      <Loaded query={overview} failed="Costs could not be loaded." loading={<HeadlineLoading />}>
        {({ data }) => (
          <>
            {data.first_day !== null && <Headline overview={data} />}
            {showsOnboarding && (
              <OnboardingProgress steps={steps} onDismiss={() => void skip('card').catch(() => null)} />
            )}
            {data.first_day === null && !showsOnboarding && <Empty />}
            <div className="mt-8 grid grid-cols-1 gap-x-12 xl:grid-cols-2">
              <NextSteps overview={data} />
              {data.first_day !== null && <Money overview={data} />}
            </div>
          </>
        )}
      </Loaded>
    </Page>
  )
}

/** Spend, potential savings and the largest recommendations of one currency. */
function Money({ overview }: { overview: Overview }) {
  return (
    <div>
      {overview.currencies.map(({ currency, effective, previous_effective: previous, recommendations }) => (
        <section key={currency} aria-label={`Money in ${currency}`}>
          <dl className="grid grid-cols-2 border-rule-strong border-y">
            <div className="py-4 pr-5">
              <dt className="text-small text-soft">
                Spent
                {overview.start_date && overview.end_date
                  ? `, ${formatWindow(overview.start_date, overview.end_date)}`
                  : ''}
              </dt>
              <dd className="figure mt-1 text-title font-semibold" title={formatMoneyExact(effective, currency)}>
                {formatMoney(effective, currency)}
                <span className="block text-small font-normal text-faint">
                  <Change now={effective} before={previous} emptyLabel="No earlier data to compare" />
                </span>
              </dd>
            </div>
            <div className="border-rule border-l py-4 pl-5">
              <dt className="text-small text-soft">Estimated monthly savings</dt>
              <dd
                className="figure mt-1 text-title font-semibold"
                title={formatMoneyExact(recommendations.monthly_savings, currency)}
              >
                {formatMoney(recommendations.monthly_savings, currency)}
                <span className="block text-small font-normal text-faint">
                  <TextLink to="/savings">{counted(recommendations.count, 'recommendation')}</TextLink>
                </span>
              </dd>
            </div>
          </dl>
          <LargestRecommendations currency={currency} />
        </section>
      ))}
    </div>
  )
}

function Empty() {
  return <UploadFirst title="No bills yet" description="Upload a bill to see what you spend and where to save." />
}

function greeting(name: string): string {
  const [first] = name.trim().split(/\s+/)
  return first ? `Hello, ${first}` : 'Hello'
}
